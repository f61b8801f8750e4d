# Reads samples, writes R's own results: one line a figure, with 17 digits. Rscript reference.R samples.tsv results.tsv
arguments <- commandArgs(TRUE)
samples <- read.table(arguments[1], header = TRUE, sep = "\t", colClasses = c("integer", "integer", "integer", "numeric"))
out <- file(arguments[2], "w")

for (set in unique(samples$set)) {
  put <- function(name, values) writeLines(sprintf("%d\t%s\t%d\t%.17g", set, name, seq_along(values), as.numeric(values)), out)
  s <- samples[samples$set == set, ]
  s$a <- factor(s$a)
  s$b <- factor(s$b)
  groups <- split(s$value, s$a)

  one <- aov(value ~ a, s)
  table <- summary(one)[[1]]
  put("aov", c(table[["Df"]], table[["Sum Sq"]], table[["Mean Sq"]], table[["F value"]][1], table[["Pr(>F)"]][1]))

  two <- summary(aov(value ~ a * b, s))[[1]]
  rows <- nrow(two) - 1
  put("aov2", c(two[["Df"]], two[["Sum Sq"]], two[["F value"]][1:rows], two[["Pr(>F)"]][1:rows]))

  tukey <- TukeyHSD(one)$a
  put("TukeyHSD.diff", tukey[, "diff"])
  put("TukeyHSD.lwr", tukey[, "lwr"])
  put("TukeyHSD.p", tukey[, "p adj"])

  welch <- oneway.test(value ~ a, s)
  put("oneway.test", c(welch$statistic, welch$parameter, welch$p.value))

  # F* by its definition: R's base has no function for it.
  n <- lengths(groups)
  means <- sapply(groups, mean)
  expected <- (1 - n / sum(n)) * sapply(groups, var)
  f <- sum(n * (means - mean(s$value))^2) / sum(expected)
  degrees <- 1 / sum((expected / sum(expected))^2 / (n - 1))
  put("f.star", c(f, length(n) - 1, degrees, pf(f, length(n) - 1, degrees, lower.tail = FALSE)))

  t <- t.test(groups[[1]], groups[[2]])
  put("t.test", c(t$statistic, t$parameter, t$p.value, t$conf.int))

  kruskal <- kruskal.test(value ~ a, s)
  put("kruskal.test", c(kruskal$statistic, kruskal$parameter, kruskal$p.value))

  # Brown-Forsythe by its definition: R's base has no function for it.
  centres <- ave(s$value, s$a, FUN = median)
  brown <- summary(aov(abs(value - centres) ~ a, s))[[1]]
  put("brown.forsythe", c(brown[["F value"]][1], brown[["Pr(>F)"]][1]))

  # Games-Howell by its definition, on R's ptukey.
  pairs <- combn(length(groups), 2)
  put("games.howell", apply(pairs, 2, function(i) {
    welch <- t.test(groups[[i[2]]], groups[[i[1]]])
    ptukey(abs(welch$statistic) * sqrt(2), length(groups), welch$parameter, lower.tail = FALSE)
  }))
  put("games.howell.lwr", apply(pairs, 2, function(i) {
    welch <- t.test(groups[[i[2]]], groups[[i[1]]])
    difference <- mean(groups[[i[2]]]) - mean(groups[[i[1]]])
    difference - qtukey(0.95, length(groups), welch$parameter) * welch$stderr / sqrt(2)
  }))

  # wilcox.test is exact without ties; with ties its interval is another, and only the p-value is compared.
  x <- groups[[1]]
  y <- groups[[2]]
  wilcox <- suppressWarnings(wilcox.test(x, y, conf.int = TRUE))
  put("wilcox.test", c(wilcox$statistic, wilcox$p.value))
  if (!anyDuplicated(c(x, y))) put("wilcox.interval", c(wilcox$estimate, wilcox$conf.int))

  # The bootstrap interval (BCa) of the ratio of means by its definition (Efron, Tibshirani 1993, 14.3), on R's own resamples.
  if (min(length(x), length(y)) >= 5) {
    set.seed(set)
    b <- 40000
    ratios <- rowMeans(matrix(sample(x, b * length(x), TRUE), b)) / rowMeans(matrix(sample(y, b * length(y), TRUE), b))
    whole <- mean(x) / mean(y)
    influence <- function(values) (length(values) - 1) / length(values) * (mean(values) - values)
    u <- c(
      influence(sapply(seq_along(x), function(i) mean(x[-i]) / mean(y))),
      influence(sapply(seq_along(y), function(i) mean(x) / mean(y[-i]))))
    a <- sum(u^3) / (6 * sum(u^2)^1.5)
    z0 <- qnorm(mean(ratios < whole))
    # Tails expanded for small samples (Hesterberg 2015).
    n <- min(length(x), length(y))
    z <- z0 + c(-1, 1) * sqrt(n / (n - 1)) * qt(0.975, length(x) + length(y) - 2)
    put("bootstrap.ratio", quantile(ratios, pnorm(z0 + z / (1 - a * z)), names = FALSE))
  }

  shapiro <- shapiro.test(s$value)
  put("shapiro.test", c(shapiro$statistic, shapiro$p.value))
}

close(out)
