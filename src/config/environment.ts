/** The environment of the process, which nothing else reads -> where things are on this machine. */
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { ConfigError } from './config-error.ts';
import { valueOf } from './variables.ts';
import type { Variable, Variables } from './variables.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Environment {
  readonly configFile: string | undefined;
  readonly cache: string;
  readonly logLevel: LogLevel;
  /** For the command line; the App's are in the operator's file. */
  readonly kubeconfigs: readonly string[];
  /** Undefined outside of a Pod. */
  readonly pod: { readonly host: string; readonly port: string } | undefined;
  /** Absolute paths; a program that is not there is missing. */
  readonly programs: Programs;
  /** For programs that are found by name, such as git. */
  readonly path: string;
  /** What git is told of the way to its server: a proxy, a certificate authority. */
  readonly forGit: Readonly<Record<string, string>>;
}

export interface Programs {
  readonly kustomize?: string;
  readonly helm3?: string;
  readonly helm4?: string;
  readonly jsonnet?: string;
  readonly gotemplate?: string;
}

/** Throws ConfigError. */
export function readEnvironment(from: Variables = process.env): Environment {
  const home = valueOf(from, 'HOME') ?? '/';
  const host = valueOf(from, 'KUBERNETES_SERVICE_HOST');
  const caches = valueOf(from, 'XDG_CACHE_HOME') ?? join(home, '.cache');
  return {
    configFile: valueOf(from, 'PROOFLINE_CONFIG'),
    cache: valueOf(from, 'PROOFLINE_CACHE') ?? join(caches, 'proofline'),
    logLevel: logLevelOf(from),
    kubeconfigs: kubeconfigsOf(from, home),
    pod: host === undefined ? undefined : { host, port: valueOf(from, 'KUBERNETES_SERVICE_PORT') ?? '443' },
    programs: programsOf(from),
    path: valueOf(from, 'PATH') ?? '',
    forGit: gitVariablesOf(from),
  };
}

/** For the programs of our own that are started anew, such as tests and the demo. */
export function variablesOfProcess(): Variables {
  return process.env;
}

function logLevelOf(from: Variables): LogLevel {
  const given = valueOf(from, 'LOG_LEVEL') ?? 'info';
  const level = logLevels.find((candidate) => candidate === given);
  if (level === undefined) throw wrong('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`);
  return level;
}

function kubeconfigsOf(from: Variables, home: string): readonly string[] {
  const listed = (valueOf(from, 'KUBECONFIG') ?? '').split(delimiter).filter((file) => file !== '');
  return listed.length > 0 ? listed : [join(home, '.kube', 'config')];
}

const gitVariables = ['HTTPS_PROXY', 'NO_PROXY', 'GIT_SSL_CAINFO'] as const;

function gitVariablesOf(from: Variables): Readonly<Record<string, string>> {
  return Object.fromEntries(
    gitVariables.flatMap((variable) => {
      const value = valueOf(from, variable);
      return value === undefined ? [] : [[variable, value]];
    }),
  );
}

/** A program, the variable that says where it is, and what it may be called on PATH. */
const programs: readonly (readonly [keyof Programs, Variable, readonly string[]])[] = [
  ['kustomize', 'PROOFLINE_KUSTOMIZE', ['kustomize', 'kubectl']],
  ['helm3', 'PROOFLINE_HELM3', ['helm3']],
  ['helm4', 'PROOFLINE_HELM4', ['helm4', 'helm']],
  ['jsonnet', 'PROOFLINE_JSONNET', ['jsonnet']],
  ['gotemplate', 'PROOFLINE_GOTEMPLATE', ['proofline-gotemplate']],
];

function programsOf(from: Variables): Programs {
  const found = programs.flatMap(([name, variable, names]) => {
    const path = program(from, variable, names);
    return path === undefined ? [] : [[name, path] as const];
  });
  return Object.fromEntries(found);
}

function program(from: Variables, variable: Variable, names: readonly string[]): string | undefined {
  const given = valueOf(from, variable);
  if (given !== undefined) {
    if (isAbsolute(given) && isExecutable(given)) return given;
    throw wrong(variable, 'must be the absolute path of a program');
  }
  // A relative entry of PATH would run whatever the current directory holds.
  const folders = (valueOf(from, 'PATH') ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function wrong(field: string, words: string): ConfigError {
  return new ConfigError('environment', [{ line: undefined, field, words }]);
}
