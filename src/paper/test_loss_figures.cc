#include "paper/test_loss_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "paper/paper_table.h"

namespace gbho::inline internal {
namespace {

// "MNIST, 2 hp" → "test-loss-mnist-2-hp"
std::string file_name(const std::string& group) {
  std::string name = "test-loss-";
  for (const char letter : group) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    } else if (name.back() != '-') {
      name += '-';
    }
  }
  return name;
}

}  // namespace

std::vector<Figure> test_loss_figures(const std::vector<InstanceResult>& results) {
  std::vector<std::string> groups;
  for (const InstanceResult& result : results) {
    if (std::find(groups.begin(), groups.end(), result.instance.group) == groups.end()) {
      groups.push_back(result.instance.group);
    }
  }
  std::vector<Figure> figures;
  figures.reserve(groups.size());
  for (const std::string& group : groups) {
    std::vector<TestLoss> losses;
    for (const InstanceResult& result : results) {
      if (result.instance.group != group) continue;
      for (const PaperCell& cell : paper_cells(result)) {
        losses.push_back({result.instance.title, cell.method, cell.test_loss.mean, cell.test_loss.error,
                          cell.printed.test_loss});
      }
    }
    figures.push_back(test_loss_figure(file_name(group), "Test loss, " + group, losses));
  }
  return figures;
}

}  // namespace gbho::inline internal
