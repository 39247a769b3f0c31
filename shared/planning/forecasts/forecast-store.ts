import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import type { StoredForecast } from './stored-forecast.ts';

/** Identifies the forecasts of objectives in the table's stream, under the objective's id. */
export const forecastKind = itemKind('OF#', 'workspace');

export const toForecast = (item: Item | undefined): StoredForecast | undefined =>
  item && (JSON.parse(item['doc'] as string) as StoredForecast);

/** The forecast of an objective, strongly consistent; undefined until the service has made one. */
export const getForecast = async (read: Reader, objectiveId: string): Promise<StoredForecast | undefined> =>
  toForecast(await read.get(forecastKind.key(objectiveId)));

/** The forecasts of objectives, in the order of the ids. Eventually consistent. */
export async function getForecasts(
  read: Reader,
  objectiveIds: readonly string[],
): Promise<(StoredForecast | undefined)[]> {
  return (await read.getMany(objectiveIds.map(forecastKind.key))).map(toForecast);
}

export const putForecast = (objectiveId: string, forecast: StoredForecast): Change => ({
  put: { ...forecastKind.key(objectiveId), doc: JSON.stringify(forecast) },
});

export const deleteForecast = (objectiveId: string): Change => ({ delete: forecastKind.key(objectiveId) });
