import type { Metafile } from 'esbuild';

interface BundledPart {
  name: string;
  bytes: number;
}

interface BundleContents extends BundledPart {
  /** The packages in it, and what is our own, the largest first; the small ones are one. */
  parts: BundledPart[];
}

/** Parts below this share of a bundle are shown together. */
const SHOWN_SHARE = 0.02;

/** The packages in each function's bundle, with their minified bytes. */
export function bundledPackages(bundles: Readonly<Record<string, Metafile>>): BundleContents[] {
  return Object.entries(bundles).map(([name, { outputs }]) => {
    const sums = new Map<string, number>();
    for (const { inputs } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        const part = packageOf(path);
        sums.set(part, (sums.get(part) ?? 0) + bytesInOutput);
      }
    }
    const bytes = [...sums.values()].reduce((sum, of) => sum + of, 0);
    const parts = [...sums]
      .map(([part, of]) => ({ name: part, bytes: of }))
      .sort((a, b) => b.bytes - a.bytes);
    const shown = parts.filter((part) => part.bytes >= SHOWN_SHARE * bytes);
    const rest = bytes - shown.reduce((sum, part) => sum + part.bytes, 0);
    return { name, bytes, parts: [...shown, { name: `${parts.length - shown.length} others`, bytes: rest }] };
  });
}

/** The package that a source file belongs to: `@aws-sdk/core`, or `plotline` for our own. */
function packageOf(path: string): string {
  const [, inside] = path.split(/^.*node_modules\//);
  if (inside === undefined) return 'plotline';
  const [first, second] = inside.split('/');
  return first!.startsWith('@') ? `${first}/${second}` : first!;
}
