/** Converts responses in the text format 0.0.4 to OpenMetrics samples, with the labels and series that Prometheus adds. */
export type Labels = Readonly<Record<string, string>>;

export function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(",");
}

export const sample = (name: string, labels: Labels, value: number, at: number) =>
  `${name}{${labelText(labels)}} ${value} ${at / 1000}\n`;

/** Sample; `series` is as in the response: a name, with labels or without. */
function withLabels(series: string, added: string): string {
  const brace = series.indexOf("{");
  return brace === -1 ? `${series}{${added}}` : `${series.slice(0, brace)}{${added},${series.slice(brace + 1)}`;
}

/** Scrapes of one target. `at` in milliseconds. */
export function createSeries(labels: Labels) {
  const added = labelText(labels);
  const known = new Map<string, string>();

  function labeled(series: string): string {
    let text = known.get(series);
    if (text === undefined) {
      text = withLabels(series, added);
      known.set(series, text);
    }
    return text;
  }

  return (page: string, at: number): string => {
    const before = known.size;
    const lines = page.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const seconds = at / 1000;
    const samples = lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return `${labeled(line.slice(0, space))} ${line.slice(space + 1)} ${seconds}\n`;
    });
    const own: Readonly<Record<string, number>> = {
      up: 1,
      scrape_duration_seconds: 0.002 + page.length * 1e-8,
      scrape_samples_scraped: lines.length,
      scrape_samples_post_metric_relabeling: lines.length,
      scrape_series_added: known.size - before,
    };
    return (
      samples.join("") +
      Object.entries(own)
        .map(([name, value]) => sample(name, labels, value, at))
        .join("")
    );
  };
}
