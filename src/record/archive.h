#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "gbho/record/number.h"
#include "record/names.h"
#include "record/parse_json.h"

// What `fields` (record/fields.h) hands the fields of a record to, one after another: a writer or a reader of
// JSON. Both call `fields` again for records within records, so each record is described once, for both ways.

namespace gbho::inline internal {

using Json = nlohmann::ordered_json;

class JsonWriter;
class JsonReader;

template <typename T>
Json written(const T& value);
template <typename T>
void read(const Json& json, T& value);

/// Puts fields into an object. Numbers that are not finite are null.
class JsonWriter {
 public:
  template <typename T>
  void operator()(const char* key, const T& value) {
    json_[key] = written(value);
  }
  /// A field that earlier versions did not have.
  template <typename T>
  void since(const char* key, const T& value) {
    (*this)(key, value);
  }
  /// Whether the record has certain fields: here as it says itself, a reader looks for one of them.
  static bool has(const char* /*key*/, bool own) { return own; }
  /// A field that is left out where it has its usual value.
  template <typename T>
  void unless(const char* key, const T& value, const T& usual) {
    if (value != usual) (*this)(key, value);
  }
  /// A field that earlier versions did not have, though it was not the default then.
  template <typename T>
  void or_else(const char* key, const T& value, const T& /*then*/) {
    (*this)(key, value);
  }
  /// A list that is null when it is empty.
  template <typename T>
  void or_null(const char* key, const std::vector<T>& values) {
    json_[key] = values.empty() ? Json(nullptr) : written(values);
  }
  /// Text that is JSON itself; {} when it is empty.
  void raw(const char* key, const std::string& text) {
    json_[key] = text.empty() ? Json::object() : parse_json(text);
  }
  /// An object of its own for some of the fields.
  template <typename Fields>
  void object(const char* key, const Fields& fields_of_it) {
    JsonWriter inner;
    fields_of_it(inner);
    json_[key] = std::move(inner).take();
  }
  /// What follows from other fields, and is not read back.
  template <typename Make>
  void derived(const char* key, const Make& make) {
    json_[key] = make();
  }

  Json take() && { return std::move(json_); }

 private:
  Json json_ = Json::object();
};

/// Takes fields from an object. Null becomes "not a number"; unknown keys are passed over. Throws
/// nlohmann::json::exception for what is not there or has another type.
class JsonReader {
 public:
  explicit JsonReader(const Json& json) : json_(json) {}

  template <typename T>
  void operator()(const char* key, T& value) {
    read(json_.at(key), value);
  }
  template <typename T>
  void since(const char* key, T& value) {
    if (json_.contains(key)) read(json_.at(key), value);
  }
  bool has(const char* key, bool /*own*/) const { return json_.contains(key); }
  template <typename T>
  void unless(const char* key, T& value, const T& usual) {
    value = usual;
    since(key, value);
  }
  template <typename T>
  void or_else(const char* key, T& value, const T& then) {
    unless(key, value, then);
  }
  template <typename T>
  void or_null(const char* key, std::vector<T>& values) {
    values.clear();
    if (!json_.at(key).is_null()) read(json_.at(key), values);
  }
  void raw(const char* key, std::string& text) { text = json_.at(key).dump(); }
  template <typename Fields>
  void object(const char* key, const Fields& fields_of_it) {
    JsonReader inner(json_.at(key));
    fields_of_it(inner);
  }
  template <typename Make>
  void derived(const char* /*key*/, const Make& /*make*/) {}

 private:
  const Json& json_;
};

/// The fields of a record one after another, without their names: the form of digests and of small cells of
/// the store.
class ListWriter {
 public:
  template <typename T>
  void operator()(const char* /*key*/, const T& value) {
    if constexpr (std::is_enum_v<T>) {
      list_.push_back(static_cast<int>(value));
    } else {
      list_.push_back(written(value));
    }
  }
  Json take() && { return std::move(list_); }

 private:
  Json list_ = Json::array();
};

class ListReader {
 public:
  explicit ListReader(const Json& list) : list_(list) {}

  template <typename T>
  void operator()(const char* /*key*/, T& value) {
    read(list_.at(next_++), value);
  }

 private:
  const Json& list_;
  size_t next_ = 0;
};

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};
template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <typename T>
Json written(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
  } else if constexpr (std::is_enum_v<T>) {
    return to_string(value);
  } else if constexpr (IsVector<T>::value) {
    Json list = Json::array();
    for (const auto& item : value) list.push_back(written(item));
    return list;
  } else if constexpr (IsOptional<T>::value) {
    return value ? written(*value) : Json(nullptr);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else {
    JsonWriter writer;
    fields(writer, value);
    return std::move(writer).take();
  }
}

template <typename T>
void read(const Json& json, T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    value = json.is_null() ? static_cast<T>(kNone) : json.get<T>();
  } else if constexpr (std::is_enum_v<T>) {
    value = named<T>(json.get<std::string>());
  } else if constexpr (IsVector<T>::value) {
    value.clear();
    value.reserve(json.size());
    for (const Json& item : json) read(item, value.emplace_back());
  } else if constexpr (IsOptional<T>::value) {
    value.reset();
    if (!json.is_null()) read(json, value.emplace());
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    json.get_to(value);
  } else {
    JsonReader reader(json);
    fields(reader, value);
  }
}

}  // namespace gbho::inline internal
