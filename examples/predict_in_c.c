/* The same from C, with libgbho_predictor.so: what other languages call.
 *   predict_in_c model.gbho table.csv */

#include <gbho/predictor/gbho_predictor.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int failed(void) {
  fprintf(stderr, "%s\n", gbho_predictor_message());
  return 2;
}

/* One row in memory, all of it missing. */
static int predict_nothing(const gbho_predictor* predictor) {
  const double missing = NAN;
  const int64_t inputs = gbho_predictor_inputs(predictor);
  const int64_t outputs = gbho_predictor_outputs(predictor);
  gbho_column* columns = calloc((size_t)inputs, sizeof(gbho_column));
  double* out = calloc((size_t)outputs, sizeof(double));
  for (int64_t i = 0; i < inputs; ++i) {
    columns[i].name = gbho_predictor_input(predictor, i);
    columns[i].numbers = &missing;
  }
  const int status = gbho_predictor_predict(predictor, columns, inputs, 1, out);
  for (int64_t i = 0; status == 0 && i < outputs; ++i) {
    const char* name = gbho_predictor_class(predictor, i);
    printf("knowing nothing: %s%s%g\n", name ? name : "", name ? " " : "", out[i]);
  }
  free(columns);
  free(out);
  return status;
}

int main(int argc, char** argv) {
  if (argc != 3) return fprintf(stderr, "usage: predict_in_c MODEL.gbho TABLE.csv\n"), 2;
  gbho_predictor* predictor = gbho_predictor_load(argv[1]);
  if (!predictor) return failed();
  double* numbers = NULL;
  const int64_t rows = gbho_predictor_predict_csv(predictor, argv[2], &numbers);
  const int64_t outputs = gbho_predictor_outputs(predictor);
  for (int64_t i = 0; i < rows * outputs; ++i) printf("%g%c", numbers[i], (i + 1) % outputs ? ' ' : '\n');
  gbho_predictor_free_numbers(numbers);
  const int status = rows < 0 || predict_nothing(predictor) != 0 ? failed() : 0;
  gbho_predictor_free(predictor);
  return status;
}
