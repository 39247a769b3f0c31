import type { Metafile } from 'esbuild';

type Output = Metafile['outputs'][string];

/** A function's entry in its bundle, with the chunks that it imports outright; the others are loaded when needed. */
export function readAtImport({ outputs }: Metafile): Output[] {
  const entry = Object.keys(outputs).find((path) => outputs[path]!.entryPoint?.startsWith('functions/'))!;
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const { path: next, kind } of outputs[path]!.imports) {
      if (kind === 'import-statement' && next in outputs) reached.add(next);
    }
  }
  return [...reached].map((path) => outputs[path]!);
}
