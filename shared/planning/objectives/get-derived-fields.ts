import type { Item } from '../../kernel/core/database.ts';
import { getTallies } from '../counts/counts-store.ts';
import { getForecast } from '../forecasts/forecast-store.ts';
import type { NounContext } from '../../kernel/noun/define-noun.ts';
import { deriveObjective } from '../objective/derive.ts';
import { toObjective } from '../objective/objective-store.ts';
import type { DerivedObjective } from '../objective/objective.ts';

/** Reads the derived fields of an objective. */
export async function getDerivedFields(item: Item, { read, now }: NounContext): Promise<DerivedObjective> {
  const objective = toObjective(item);
  const [[tally], stored] = await Promise.all([getTallies(read, [item.pk]), getForecast(read, objective.id)]);
  return deriveObjective(objective, { tally: tally!, stored }, now);
}
