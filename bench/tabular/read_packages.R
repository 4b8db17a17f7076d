# Writes every data frame of an unpacked R package as CSV: header, text for factors, nothing for missing values.
#   Rscript --vanilla read_packages.R PACKAGE_FOLDER OUT_FOLDER
arguments <- commandArgs(trailingOnly = TRUE)
data <- file.path(arguments[1], "data")
found <- new.env()
for (file in list.files(data, "[.]rda$", full.names = TRUE)) load(file, found)
if (file.exists(file.path(data, "Rdata.rdb"))) invisible(lazyLoad(file.path(data, "Rdata"), found))
for (name in ls(found)) {
  frame <- get(name, found)
  if (!is.data.frame(frame)) next
  write.csv(as.data.frame(frame), file.path(arguments[2], paste0(name, ".csv")),
            na = "", row.names = FALSE, fileEncoding = "UTF-8")
}
