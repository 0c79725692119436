// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/manual_window.h"

#include <md4c-html.h>

#include <QDesktopServices>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QImage>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSet>
#include <QShortcut>
#include <QSplitter>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <vector>

#include "core/io/examples.h"
#include "gui/base/job.h"
#include "gui/panels/screen_room.h"
#include "gui/panels/tones.h"

namespace holonom {
namespace {

QString htmlOf(const QByteArray& markdown) {
  QByteArray html;
  const auto append = [](const MD_CHAR* text, MD_SIZE size, void* to) {
    static_cast<QByteArray*>(to)->append(text, qsizetype(size));
  };
  md_html(markdown.constData(), MD_SIZE(markdown.size()), append, &html, MD_DIALECT_GITHUB, 0);
  static const QRegularExpression kPicture("(<img src=\"([^\"]+)\"[^>]*>)");
  return QString::fromUtf8(html).replace(kPicture, "<a href=\"\\2\">\\1</a>");  // shown in its size
}

/// Shows Markdown (Qt's own reader of it loses formats) and pictures no wider than the page. Pictures are
/// read and fitted beside the window, one after the other; until then their places are kept.
class Page : public QTextBrowser {
 public:
  Page() {
    document()->setDefaultStyleSheet(
        "table { border-collapse: collapse; } th, td { padding: 2px 8px; border: 1px solid gray; }"
        "pre { margin-left: 24px; } h1, h2 { margin-top: 16px; }");
    document()->setDocumentMargin(12);
  }

  QVariant loadResource(int type, const QUrl& name) override {
    if (type != QTextDocument::ImageResource || !name.isLocalFile()) {
      const QVariant resource = QTextBrowser::loadResource(type, name);
      return type == QTextDocument::HtmlResource ? QVariant(htmlOf(resource.toByteArray())) : resource;
    }
    if (sizeOf(name).isEmpty()) return QTextBrowser::loadResource(type, name);
    onPage_ << name;
    return placeOf(name);
  }

 protected:
  // The document keeps what it was given for later pages: they would have pictures of another width.
  void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override {
    for (const QUrl& old : std::as_const(onPage_))
      document()->addResource(QTextDocument::ImageResource, old, {});
    onPage_.clear();
    waiting_.clear();
    QTextBrowser::doSetSource(name, type);
  }
  void resizeEvent(QResizeEvent* event) override {
    QTextBrowser::resizeEvent(event);
    if (event->oldSize().width() == event->size().width() || onPage_.isEmpty()) return;
    for (const QUrl& name : std::as_const(onPage_))
      document()->addResource(QTextDocument::ImageResource, name, placeOf(name));
    document()->markContentsDirty(0, document()->characterCount());
  }

 private:
  struct Picture {
    QUrl name;
    QImage whole, fitted;
  };

  QSize fitting(const QSize& size) const {
    const int width = viewport()->width() - 30;
    return size.width() > width && width > 0 ? QSize(width, size.height() * width / size.width()) : size;
  }
  QImage placeOf(const QUrl& name) {
    if (!waiting_.contains(name)) waiting_ << name;
    readNext();
    QImage place(fitting(sizeOf(name)), QImage::Format_RGB32);
    place.fill(palette().color(QPalette::AlternateBase));
    return place;
  }
  void readNext() {
    if (reader_.pending() || waiting_.isEmpty()) return;
    const QUrl name = waiting_.takeFirst();
    const QSize size = fitting(sizeOf(name));
    const auto read = [name, size, whole = pictures_.value(name)]() mutable {
      if (whole.isNull()) whole.load(name.toLocalFile());
      return Picture{name, whole, whole.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)};
    };
    reader_.start(read, [this](const Outcome<Picture>& picture) {
      if (picture) show(*picture);
      readNext();
    });
  }
  /// If the page has become wider or narrower meanwhile, it waits again.
  void show(const Picture& read) {
    pictures_[read.name] = read.whole;
    if (!onPage_.contains(read.name) || read.fitted.size() != fitting(read.whole.size())) return;
    document()->addResource(QTextDocument::ImageResource, read.name, read.fitted);
    viewport()->update();
  }
  QSize sizeOf(const QUrl& name) const {
    return pictures_.contains(name) ? pictures_[name].size() : QImageReader(name.toLocalFile()).size();
  }
  QHash<QUrl, QImage> pictures_;
  QSet<QUrl> onPage_;
  QList<QUrl> waiting_;
  Job<Picture> reader_;
};

bool hasAll(const QString& text, const QStringList& words) {
  return std::ranges::all_of(words,
                             [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString titleOf(const QString& file) {
  QFile page(file);
  if (!page.open(QIODevice::ReadOnly)) return {};
  const QString first = QString::fromUtf8(page.readLine()).trimmed();
  return first.startsWith("# ") ? first.mid(2) : QString();
}

/// As a new user would read them; pages that are not named here come behind.
QStringList inReadingOrder(QStringList files) {
  const QStringList order{
      "start.md",   "window.md",          "drawing.md",  "editing.md",      "doctor.md",
      "running.md", "viewport.md",        "plots.md",    "compare.md",      "integrator-timeline.md",
      "methods.md", "method_explorer.md", "analyses.md", "model-format.md", "command-line.md"};
  // −1 becomes the largest
  const auto place = [&](const QString& file) { return std::size_t(order.indexOf(file)); };
  std::stable_sort(files.begin(), files.end(),
                   [&](const QString& a, const QString& b) { return place(a) < place(b); });
  return files;
}

struct Place {
  int begin, length;
};

/// The next place of the text behind another one or, in sections without it, of its first word where all of
/// its words are there in any order. Sections go from heading to heading.
std::optional<Place> nextPlace(const QTextDocument& page, const QString& text, int behind) {
  struct Section {
    int begin;
    QString text;
  };
  std::vector<Section> sections;
  for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
    if (sections.empty() || block.blockFormat().headingLevel() > 0)
      sections.push_back({block.position(), {}});
    sections.back().text += block.text() + '\n';
  }
  const QStringList words = text.split(' ', Qt::SkipEmptyParts);
  for (const Section& section : sections) {
    if (!hasAll(section.text, words)) continue;
    const bool whole = section.text.contains(text, Qt::CaseInsensitive);
    const QString& wanted = whole ? text : words.front();
    const qsizetype at =
        section.text.indexOf(wanted, whole ? std::max(0, behind - section.begin) : 0, Qt::CaseInsensitive);
    if (at >= 0 && section.begin + at >= behind) return Place{section.begin + int(at), int(wanted.size())};
  }
  return {};
}

}  // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QWidget(parent, Qt::Window), contents_(new QListWidget), page_(new Page), searched_(new QLineEdit) {
  setObjectName("manualWindow");
  setWindowTitle(tr("Holonom – user manual"));
  contents_->setAccessibleName(tr("Pages of the manual"));
  page_->setAccessibleName(tr("Page of the manual"));
  page_->setOpenLinks(false);
  page_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // pictures are fitted to the width beside it
  searched_->setObjectName("manualSearch");
  searched_->setAccessibleName(tr("Search the manual"));
  searched_->setPlaceholderText(tr("Search the manual (Ctrl+F)"));
  searched_->setToolTip(
      tr("Words in any order within a section. Enter goes on to the next place, also on other pages"));
  searched_->setClearButtonEnabled(true);
  connect(searched_, &QLineEdit::textEdited, this, [this] { search(false); });
  connect(searched_, &QLineEdit::returnPressed, this, [this] { search(true); });
  connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, searched_, [this] {
    searched_->setFocus(Qt::ShortcutFocusReason);
    searched_->selectAll();
  });
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(searched_);
  column->addWidget(contents_);
  auto* splitter = new QSplitter;
  splitter->addWidget(left);
  splitter->addWidget(page_);
  splitter->setSizes({250, 730});
  splitter->setStretchFactor(1, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(splitter);
  connect(contents_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    if (item && item->data(Qt::UserRole).toUrl() != page_->source())
      page_->setSource(item->data(Qt::UserRole).toUrl(), QTextDocument::HtmlResource);
  });
  connect(page_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    const QUrl target = page_->source().resolved(link);
    if (target.fileName().endsWith(".png")) showPicture(target.toLocalFile());
    else if (target.isLocalFile()) page_->setSource(target, QTextDocument::HtmlResource);
    else QDesktopServices::openUrl(target);
  });
  connect(page_, &QTextBrowser::sourceChanged, this, &ManualWindow::markCurrent);
  for (const QKeySequence& key : {QKeySequence(Qt::Key_Escape), QKeySequence(Qt::CTRL | Qt::Key_W)})
    connect(new QShortcut(key, this), &QShortcut::activated, this, &QWidget::close);
  resize(withinScreen(*this, {980, 720}));
  fill();
}

/// In its own size, which the page has no room for.
void ManualWindow::showPicture(const QString& file) {
  const QPixmap picture(file);
  if (picture.isNull()) return;
  auto* dialog = new QDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName("manualPicture");
  dialog->setWindowTitle(tr("Picture of the manual"));
  auto* label = new QLabel;
  label->setPixmap(picture);
  label->setAlignment(Qt::AlignCenter);
  auto* scroll = new QScrollArea;
  scroll->setWidget(label);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  auto* layout = new QVBoxLayout(dialog);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
  dialog->resize(withinScreen(*dialog, picture.size() + QSize(4, 4)));
  dialog->show();
  dialog->activateWindow();
}

void ManualWindow::fill() {
  const QDir folder(QString::fromStdString((dataFolder() / "resources" / "docs" / "user").string()));
  for (const QString& file : inReadingOrder(folder.entryList({"*.md"}, QDir::Files, QDir::Name))) {
    const QString title = titleOf(folder.filePath(file));
    auto* item = new QListWidgetItem(title.isEmpty() ? file : title, contents_);
    item->setData(Qt::UserRole, QUrl::fromLocalFile(folder.filePath(file)));
  }
  if (contents_->count() > 0) contents_->setCurrentRow(0);
  else
    page_->setPlainText(tr("The manual was not found in %1. Reinstall the program, or set HOLONOM_DATA_DIR.")
                            .arg(folder.path()));
}

/// From what is found on, or for what is typed from where its beginning was found. Where the page has no
/// more, the next page that has it comes, the same again at last.
void ManualWindow::search(bool further) {
  const QString text = searched_->text().simplified();
  const auto mark = [&](int behind) {
    const std::optional<Place> place = nextPlace(*page_->document(), text, behind);
    QTextCursor cursor = page_->textCursor();
    cursor.setPosition(place ? place->begin : cursor.selectionStart());
    if (place) cursor.setPosition(place->begin + place->length, QTextCursor::KeepAnchor);
    page_->setTextCursor(cursor);
    page_->ensureCursorVisible();
    return place.has_value();
  };
  const QTextCursor from = page_->textCursor();
  bool found = text.isEmpty() || mark(further ? from.selectionEnd() : from.selectionStart());
  const int pages = contents_->count(), current = std::max(0, contents_->currentRow());
  for (int i = 1; !found && i <= pages; ++i) {
    const int row = (current + i) % pages;
    QFile file(contents_->item(row)->data(Qt::UserRole).toUrl().toLocalFile());
    if (!file.open(QIODevice::ReadOnly)) continue;
    const QByteArray markdown = file.readAll();
    if (!hasAll(QString::fromUtf8(markdown), text.split(' '))) continue;
    QTextDocument page;
    page.setHtml(htmlOf(markdown));
    if (!nextPlace(page, text, 0)) continue;
    contents_->setCurrentRow(row);
    found = mark(0);
  }
  searched_->setStyleSheet(found ? QString()
                                 : QStringLiteral("QLineEdit { color: %1; background: %2; }")
                                       .arg(tones().errorText, tones().errorPaper));
}

void ManualWindow::markCurrent(const QUrl& shown) {
  for (int row = 0; row < contents_->count(); ++row)
    if (contents_->item(row)->data(Qt::UserRole).toUrl() == shown.adjusted(QUrl::RemoveFragment))
      return contents_->setCurrentRow(row);
  contents_->setCurrentRow(-1);  // a page of the theory
}

}  // namespace holonom
