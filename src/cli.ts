/** The command line: words -> a command -> an exit code; what ends a command in the middle is caught here, once. */
import packageFile from '../package.json' with { type: 'json' };
import { readArguments, usage } from './cli/arguments.ts';
import type { Command } from './cli/arguments.ts';
import { addCluster } from './cli/cluster-add.ts';
import { checkPolicy } from './cli/policy-check.ts';
import { problemOf } from './cli/problem.ts';
import { reviewHere } from './cli/review-here.ts';
import { createMask } from './object/mask.ts';

/** One for the whole command, so that what ends it in the middle is masked by all that was learned until then. */
const mask = createMask();

/** Resolves to the exit code. */
async function run(command: Command): Promise<number> {
  switch (command.kind) {
    case 'review':
      return reviewHere(command, mask);
    case 'cluster-add':
      return addCluster(command);
    case 'policy-check':
      return checkPolicy(command.path);
    case 'serve': {
      // The App's own packages are not loaded for a command.
      const { serve } = await import('./main.ts');
      await serve();
      return 0;
    }
    case 'help':
      process.stdout.write(usage);
      return 0;
    case 'version':
      process.stdout.write(`proofline ${packageFile.version}\n`);
      return 0;
    case 'wrong':
      process.stderr.write(`proofline: ${mask.text(command.why)}\n\n${usage}`);
      return 2;
  }
}

try {
  process.exitCode = await run(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`proofline: ${problemOf(error, mask)}\n`);
  process.exitCode = 2;
}
