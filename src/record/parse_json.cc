#include "record/parse_json.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace gbho::inline internal {
namespace {

using nlohmann::ordered_json;

// What nlohmann's parser calls for every part of the text.
class OrderedJsonBuilder {
 public:
  using number_integer_t = ordered_json::number_integer_t;
  using number_unsigned_t = ordered_json::number_unsigned_t;
  using number_float_t = ordered_json::number_float_t;
  using string_t = ordered_json::string_t;
  using binary_t = ordered_json::binary_t;

  ordered_json take() && { return std::move(root_); }

  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(number_integer_t value) { return put(value); }
  bool number_unsigned(number_unsigned_t value) { return put(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) { return put(value); }
  bool string(string_t& value) { return put(std::move(value)); }
  bool binary(binary_t& value) { return put(std::move(value)); }

  bool start_object(std::size_t /*size*/) { return open(ordered_json::object()); }
  bool key(string_t& name) {
    key_ = std::move(name);
    return true;
  }
  bool end_object() { return close(); }
  bool start_array(std::size_t /*size*/) { return open(ordered_json::array()); }
  bool end_array() { return close(); }

  template <class JsonError>
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const JsonError& error) {
    throw error;
  }

 private:
  ordered_json& add(ordered_json value) {
    if (open_.empty()) return root_ = std::move(value);
    ordered_json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return parent.back();
    }
    auto& members = parent.get_ref<ordered_json::object_t&>();
    members.emplace_back(std::move(key_), std::move(value));
    return members.back().second;
  }
  bool put(ordered_json value) {
    add(std::move(value));
    return true;
  }
  bool open(ordered_json value) {
    open_.push_back(&add(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  ordered_json root_;
  std::vector<ordered_json*>
      open_;  // arrays and objects that have not ended; none of them grows but the last
  std::string key_;
};

}  // namespace

ordered_json parse_json(const std::string& text) {
  OrderedJsonBuilder builder;
  ordered_json::sax_parse(text, &builder);
  return std::move(builder).take();
}

}  // namespace gbho::inline internal
