#ifndef GBHO_PREDICTOR_GBHO_PREDICTOR_H
#define GBHO_PREDICTOR_GBHO_PREDICTOR_H

/* Predictions with a model.gbho from C, and from every language that calls C: libgbho_predictor.so.
 *
 * Functions that can fail say so in what they return; gbho_predictor_message() then tells why. A predictor
 * may be used by several threads at once. Texts are UTF-8, and belong to the predictor unless said otherwise.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gbho_predictor gbho_predictor;

/* NULL when the file cannot be read or is no model. */
gbho_predictor* gbho_predictor_load(const char* path);
/* NULL is fine. */
void gbho_predictor_free(gbho_predictor* predictor);

/* Why the last call of this thread that failed did so; valid until the next call that fails. Never NULL. */
const char* gbho_predictor_message(void);

/* Columns that the model reads, and their names. NULL: there is no such column. */
int64_t gbho_predictor_inputs(const gbho_predictor* predictor);
const char* gbho_predictor_input(const gbho_predictor* predictor, int64_t input);

/* Numbers of a prediction: one probability for each class, or 1 for a regression. */
int64_t gbho_predictor_outputs(const gbho_predictor* predictor);
/* The name of a class; NULL for a regression. */
const char* gbho_predictor_class(const gbho_predictor* predictor, int64_t output);

/* A column in memory: numbers, where NaN is a missing one, or else texts, where NULL and "" are missing. */
typedef struct gbho_column { /* NOLINT(readability-identifier-naming): a name for C */
  const char* name;
  const double* numbers;
  const char* const* texts;
} gbho_column;

/* Predicts `rows` rows; columns may come in any order, and more of them than are needed. Writes
 * [rows, outputs] numbers to `out`. Returns 0, or -1 when it failed. */
int gbho_predictor_predict(const gbho_predictor* predictor, const gbho_column* columns, int64_t column_count,
                           int64_t rows, double* out);

/* The same for the rows of a CSV file. `*out` is to be freed with gbho_predictor_free_numbers. Returns how
 * many rows there are, or -1 when it failed. */
int64_t gbho_predictor_predict_csv(const gbho_predictor* predictor, const char* path, double** out);
void gbho_predictor_free_numbers(double* numbers);

#ifdef __cplusplus
}
#endif

#endif
