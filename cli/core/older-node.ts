/** What Node.js 20 lacks of what the command line uses. */
import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';

const groupBy = <K, V>(items: Iterable<V>, keyOf: (item: V, position: number) => K): Map<K, V[]> => {
  const groups = new Map<K, V[]>();
  let position = 0;
  for (const item of items) {
    const key = keyOf(item, position++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

const withResolvers = <T>() => {
  let resolve!: PromiseWithResolvers<T>['resolve'];
  let reject!: PromiseWithResolvers<T>['reject'];
  const promise = new Promise<T>((one, other) => ([resolve, reject] = [one, other]));
  return { promise, resolve, reject };
};

const parse = (text: string, base?: string) => (URL.canParse(text, base) ? new URL(text, base) : null);

if (!('groupBy' in Map)) Object.assign(Map, { groupBy });
if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers });
if (!('parse' in URL)) Object.assign(URL, { parse });

const { styleText } = util;

/** Later versions style a text only for a stream that shows it. */
util.styleText = (style, text, { stream = process.stdout } = {}) => {
  const { isTTY, getColorDepth } = stream as Partial<NodeJS.WriteStream>;
  const showsStyles =
    process.env['FORCE_COLOR'] === undefined ? isTTY === true && getColorDepth!.call(stream) > 2 : true;
  return showsStyles ? styleText(style, text) : text;
};
syncBuiltinESMExports();
