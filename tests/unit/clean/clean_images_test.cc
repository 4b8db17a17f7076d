#include "clean/clean_images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "gbho/base/random.h"
#include "gbho/clean/clean.h"
#include "gbho/report/report.h"
#include "unit/data/files.h"

namespace gbho {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int64_t kImages = 160;
constexpr int64_t kSide = 6;

bool is_mislabelled(int64_t row) {
  return row % 8 == 3;
}

/// Bright above or below; every eighth has the other's label.
class CleanImages : public ::testing::Test {
 protected:
  void SetUp() override {
    Stream stream(3, "test.images");
    std::vector<uint8_t> pixels;
    std::vector<uint8_t> labels;
    std::vector<float> numbers;
    for (int64_t row = 0; row < kImages; ++row) {
      const auto own = static_cast<uint8_t>(row / 3 % 2);
      for (int64_t y = 0; y < kSide; ++y) {
        for (int64_t x = 0; x < kSide; ++x) {
          const bool bright = (y < kSide / 2) == (own == 0);
          pixels.push_back(static_cast<uint8_t>((bright ? 150 : 40) + stream.below(80)));
          numbers.push_back(1000 + 3 * static_cast<float>(pixels.back()));
        }
      }
      labels.push_back(is_mislabelled(row) ? 1 - own : own);
    }
    images_ = folder_.write("x.npy", testing::npy_file("|u1", "(160, 6, 6)", pixels));
    numbers_ = folder_.write("n.npy", testing::npy_file("<f4", "(160, 36)", numbers));
    labels_ = folder_.write("y.npy", testing::npy_file("|u1", "(160,)", labels));
  }

  CleanOptions quick(const std::string& path) const {
    CleanOptions options;
    options.path = path;
    options.labels = labels_;
    options.folds = 3;
    options.networks = 2;
    options.runtime.threads = 1;
    return options;
  }

  static int64_t wrong_among_the_first(const CleanSummary& summary, size_t count) {
    int64_t hits = 0;
    for (size_t k = 0; k < count; ++k) hits += is_mislabelled(summary.verdicts[k].row - 1) ? 1 : 0;
    return hits;
  }

  testing::TempDir folder_;
  std::string images_;
  std::string numbers_;
  std::string labels_;
};

TEST_F(CleanImages, WrongLabelsAreFoundAndShown) {
  const CleanSummary summary = clean_table(quick(images_));
  EXPECT_GE(wrong_among_the_first(summary, 20), 18);
  EXPECT_EQ(summary.rows, kImages);
  EXPECT_EQ(summary.image_height, kSide);
  ASSERT_GE(summary.shown.size(), 20U);
  EXPECT_EQ(summary.shown[0].row, summary.verdicts[0].row);
  EXPECT_EQ(summary.shown[0].pixels.size(), 36U);
  EXPECT_THAT(summary.about, HasSubstr("images of 6 x 6"));
  if (!has_charts()) return;
  EXPECT_THAT(html_report(summary), HasSubstr("src=\"data:image/bmp;base64,Qk"));
}

TEST_F(CleanImages, NumbersOfAnyScaleAreLearnedFromAndNotDrawn) {
  const CleanSummary summary = clean_table(quick(numbers_));
  EXPECT_GE(wrong_among_the_first(summary, 20), 18);
  EXPECT_FALSE(summary.shows_images());
}

TEST_F(CleanImages, RowsOfAFileAreTrusted) {
  CleanOptions options = quick(images_);
  std::string rows = "row,label\n";
  for (int64_t row = 0; row < kImages; row += 2) rows += std::to_string(row + 1) + ",0\n";  // all right
  options.trusted = folder_.write("trusted.csv", rows);
  const CleanSummary summary = clean_table(options);
  EXPECT_EQ(summary.trusted, kImages / 2);
  for (const RowVerdict& verdict : summary.verdicts) EXPECT_EQ(verdict.trusted, verdict.row % 2 == 1);
  EXPECT_GE(wrong_among_the_first(summary, 20), 18);
}

TEST_F(CleanImages, DrawsBytesAsTheyAre) {
  const LabelledImages images = read_images(images_, labels_, "train");
  const auto row = images.drawn(0);
  for (size_t k = 0; k < row.size(); ++k)
    EXPECT_EQ(row[k], static_cast<uint8_t>(
                          std::lround(255 * images.data.train.x[0][static_cast<int64_t>(k)].item<float>())));
}

TEST_F(CleanImages, RefusesWhatItCannotJudge) {
  const auto message = [&](const auto& change) {
    CleanOptions options = quick(images_);
    change(options);
    return testing::message_of([&] { clean_table(options); });
  };
  EXPECT_THAT(message([](CleanOptions& o) { o.labels = ""; }),
              AllOf(HasSubstr("--labels"), HasSubstr("x.npy")));
  EXPECT_THAT(message([](CleanOptions& o) { o.target = "kind"; }),
              HasSubstr("--target kind: images have no"));
  EXPECT_THAT(message([](CleanOptions& o) { o.task = "regression"; }), HasSubstr("--task regression"));
  EXPECT_THAT(message([](CleanOptions& o) { o.path = "mnist-1k"; }), HasSubstr("its own labels"));
  EXPECT_THAT(message([&](CleanOptions& o) { o.trusted = folder_.write("t.csv", "row\n7\n161\n"); }),
              AllOf(HasSubstr("t.csv"), HasSubstr("line 3"), HasSubstr("from 1 to 160")));
  EXPECT_THAT(message([&](CleanOptions& o) {
                o.labels = folder_.write("one.npy",
                                         testing::npy_file("|u1", "(160,)", std::vector<uint8_t>(160, 1)));
              }),
              HasSubstr("the same label, 1"));
}

TEST(IsImagePath, GoesByTheName) {
  EXPECT_TRUE(is_image_path("x.npy"));
  EXPECT_TRUE(is_image_path("train-images-idx3-ubyte.gz"));
  EXPECT_TRUE(is_image_path("mnist"));
  EXPECT_FALSE(is_image_path("mnist.csv"));
  EXPECT_FALSE(is_image_path("x.png"));
}

}  // namespace
}  // namespace gbho
