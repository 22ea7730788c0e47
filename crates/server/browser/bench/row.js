// The figures of many times, for the tables that the benches print.

/**
 * @param {number[]} sorted
 * @param {number} part
 */
function quantile(sorted, part) {
  return (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN).toFixed(1);
}

/**
 * How many times there are, their median, the 99th hundredth and the most, as a part of a line of CSV.
 * @param {number[]} times
 */
export function row(times) {
  const sorted = times.toSorted((one, other) => one - other);
  return [times.length, quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1)].join();
}
