#include "cli/program.h"

int main(int argc, char** argv) {
  return gbho::run_program(argc, argv);
}
