/** What is wrong with a configuration; it ends what was to be done with it, and is caught at a door. */

export interface ConfigProblem {
  /** Undefined where it is not about one line, such as a missing variable. */
  readonly line: number | undefined;
  /** A field path such as `.units[0].path`, or the name of a variable; empty for the whole file. */
  readonly field: string;
  /** Completes "<field> ...": `is missing`. */
  readonly words: string;
}

/** Its message is raw: fields and words can quote the file. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** The file, or `environment`. */
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[], options?: ErrorOptions) {
    super(problems.map((problem) => sentence(file, problem)).join('\n'), options);
    this.file = file;
    this.problems = problems;
  }
}

function sentence(file: string, { line, field, words }: ConfigProblem): string {
  const where = line === undefined ? file : `${file}, line ${line}`;
  return field === '' ? `${where}: ${words}` : `${where}: ${field} ${words}`;
}
