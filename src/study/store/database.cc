#include "study/store/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

std::string remedy(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return "the disk is full; free some space";
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return "it cannot be written; give --store a file in a folder of your own, or change its permissions";
    case SQLITE_CANTOPEN:
      return "it cannot be opened; check that its folder exists and may be written, or give --store another "
             "file";
    case SQLITE_CORRUPT:
      return "the file is damaged; restore it from a copy, or save what is readable: sqlite3 FILE .recover";
    case SQLITE_NOTADB:
      return "it is no study store; give --store another file";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program holds it; end that program and try again";
    case SQLITE_IOERR:
      return "it cannot be read or written; check the disk and its free space";
    default:
      return "try another file with --store";
  }
}

// In a folder that cannot be written SQLite cannot set up its shared memory; the file is then read as it is.
std::string immutable_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '?' || c == '#' || c == '%') {
      uri += fmt::format("%{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

}  // namespace

Database::Database(const std::string& path, Mode mode, int patience_milliseconds)
    : path_(path), patience_(patience_milliseconds) {
  const int flags = mode == Mode::kRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  int code = try_open(path, flags);
  // Not around a lock: what is being written would be read half.
  if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY && mode == Mode::kRead) {
    code = try_open(immutable_uri(path), flags | SQLITE_OPEN_URI);
  }
  if (code != SQLITE_OK) {
    const std::string message = sqlite3_errstr(code);
    sqlite3_close(handle_);
    throw StoreError(fmt::format("store '{}': {}: {}", path, message, remedy(code)));
  }
}

// Opening alone reads nothing: the first question shows whether there is a store to read.
int Database::try_open(const std::string& name, int flags) {
  sqlite3_close(handle_);
  handle_ = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) return code;
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, patience_);
  return sqlite3_exec(handle_, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
}

Database::Database(Database&& other) noexcept
    : path_(std::move(other.path_)),
      patience_(other.patience_),
      handle_(std::exchange(other.handle_, nullptr)) {}

Database::~Database() {
  sqlite3_close(handle_);
}

void Database::fail(int code) const {
  throw StoreError(fmt::format("store '{}': {}: {}", path_, sqlite3_errmsg(handle_), remedy(code)));
}

void Database::run(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

int64_t Database::number(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.integer(0) : 0;
}

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  const int code = sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement_, nullptr);
  if (code != SQLITE_OK) database.fail(code);
}

Statement::~Statement() {
  sqlite3_finalize(statement_);
}

Statement& Statement::bind(int64_t value) {
  sqlite3_bind_int64(statement_, ++bound_, value);
  return *this;
}

Statement& Statement::bind(double value) {
  sqlite3_bind_double(statement_, ++bound_, value);  // NaN becomes NULL
  return *this;
}

Statement& Statement::bind(std::string_view text) {
  sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_bytes(std::string_view bytes) {
  sqlite3_bind_blob64(statement_, ++bound_, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::bind_null() {
  sqlite3_bind_null(statement_, ++bound_);
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.fail(code);
  return false;
}

void Statement::run() {
  step();
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  bound_ = 0;
}

int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const {
  return is_null(column) ? std::numeric_limits<double>::quiet_NaN()
                         : sqlite3_column_double(statement_, column);
}

std::string Statement::text(int column) const {
  const void* data = sqlite3_column_blob(statement_, column);
  const auto size = static_cast<size_t>(sqlite3_column_bytes(statement_, column));
  return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::string Statement::all_bytes() const {
  std::string bytes;
  for (int column = 0; column < sqlite3_column_count(statement_); ++column) {
    const int type = sqlite3_column_type(statement_, column);
    // As text a number would lose its last bits.
    const std::string value =
        type == SQLITE_FLOAT
            ? std::to_string(std::bit_cast<uint64_t>(sqlite3_column_double(statement_, column)))
            : text(column);
    bytes += fmt::format("{}:{}:", type, value.size());
    bytes += value;
  }
  return bytes;
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace gbho::inline internal
