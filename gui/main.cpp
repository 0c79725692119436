#include "gui/cli/command_line.h"
#include <cstdio>
int main(int argc,char**argv){ if(holonom::isCommandLine(argc,argv)) return holonom::runCommandLine(argc,argv); std::fprintf(stderr,"window\n"); return 4;}
