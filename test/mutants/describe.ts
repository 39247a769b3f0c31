/** Writes the documents that describe the service into the folder that is its argument; loads the mutant. */
import { writeDescriptions } from '../../infra/constructs/bundle.ts';

await writeDescriptions(process.argv[2]!);
