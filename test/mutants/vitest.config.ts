import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mergeConfig } from 'vitest/config';
import config from '../vitest.config.ts';

const order = (process.env['PLOTLINE_MUTANT_TESTS'] ?? '').split(',');
const place = ({ moduleId }: TestSpecification) => order.findIndex((file) => moduleId.endsWith(file));

/** Runs the files in the order in which the runner of mutants names them. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/** For what waits forever; who is only slow is asked again without the mutant. */
const WAIT_MS = 90_000;

export default mergeConfig(config, {
  root: process.cwd(),
  test: { testTimeout: WAIT_MS, hookTimeout: WAIT_MS, sequence: { sequencer: InOrder } },
});
