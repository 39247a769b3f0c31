/** Generates the client's types and calls unless they are those of the API as it is: tests and types need them. */
import { ensureGenerated } from './generated-sources.ts';

await ensureGenerated();
