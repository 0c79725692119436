# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian package: cmake --preset release -DCMAKE_INSTALL_PREFIX=/usr, then cmake --build build/release --target package
if(UNIX AND NOT APPLE AND HOLONOM_BUILD_GUI)
  install(FILES packaging/linux/holonom.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES packaging/linux/holonom-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
    RENAME holonom.xml)
  install(FILES packaging/linux/org.holonom.Holonom.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME holonom)
set(CPACK_PACKAGE_CONTACT "The Holonom developers <holonom@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})  # the program looks for its data there
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS fonts-dejavu-core)
include(CPack)
