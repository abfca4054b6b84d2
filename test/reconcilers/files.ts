/** The content of a repository or a chart: path to text. */
export type Files = Readonly<Record<string, string>>;
