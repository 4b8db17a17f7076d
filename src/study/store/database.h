#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace gbho::inline internal {

class Database;

/// One SQL statement with its values. Columns and values count from 0.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int64_t value);
  /// Not a number is stored as NULL, and read back as not a number.
  Statement& bind(double value);
  Statement& bind(std::string_view text);
  Statement& bind_bytes(std::string_view bytes);
  Statement& bind_null();

  /// The next row; false when there are no more.
  bool step();
  /// For statements without rows; afterwards it can be bound again.
  void run();

  int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  bool is_null(int column) const;
  /// Type, length and every bit of every column of the row: for digests.
  std::string all_bytes() const;

 private:
  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

/// An open SQLite file. Every failure is a StoreError that names the file and says what to do.
class Database {
 public:
  enum class Mode { kRead, kWrite };

  /// Writers of other studies in the same file hold it for milliseconds; after this something is wrong.
  static constexpr int kPatienceMilliseconds = 60000;

  /// Write: creates the file where there is none. Read: never waits for a writer, only for somebody who has
  /// locked the whole file.
  Database(const std::string& path, Mode mode, int patience_milliseconds = kPatienceMilliseconds);
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&&) = delete;

  const std::string& path() const { return path_; }
  void run(const std::string& sql);
  /// The one number that a query gives.
  int64_t number(const std::string& sql);
  [[noreturn]] void fail(int code) const;
  sqlite3* handle() const { return handle_; }

 private:
  int try_open(const std::string& name, int flags);

  std::string path_;
  int patience_;
  sqlite3* handle_ = nullptr;
};

/// A transaction that writes: all of it or, when it is not committed, nothing.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace gbho::inline internal
