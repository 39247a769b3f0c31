import { automation } from '../../kernel/core/actor.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getTallies } from '../../planning/counts/counts-store.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { forecastKind, toForecast } from '../../planning/forecasts/forecast-store.ts';
import { eventBody, eventId, type WebhookEvent } from '../../kernel/log/event.ts';
import { deriveObjective } from '../../planning/objective/derive.ts';
import { objectiveKind, toObjective } from '../../planning/objective/objective-store.ts';
import { FORECAST_CHANGED } from '../../events/webhooks/webhook.ts';

/** The event of a forecast that went beyond the target date of its objective, or came back; else undefined. */
export async function forecastEvent(
  { key, before, after, at }: ItemChange,
  { read, now }: { read: Reader; now: Date },
): Promise<WebhookEvent | undefined> {
  const stored = toForecast(after);
  const wasLate = toForecast(before)?.late ?? false;
  if (!stored || stored.late === wasLate) return undefined;
  const item = await read.get(objectiveKind.key(forecastKind.idOf(key)));
  if (!item) return undefined;
  const objective = toObjective(item);
  const [tally] = await getTallies(read, [item.pk]);
  const data = { ...objective, ...deriveObjective(objective, { tally: tally!, stored }, now) };
  const [from, to] = stored.late ? ['on_track', 'at_risk'] : ['at_risk', data.scheduleStatus];
  const { workspaceId, teamId } = objective;
  const id = eventId(key.pk, JSON.stringify(stored), at);
  const changes = [{ field: 'scheduleStatus', from, to }];
  const timestamp = at.toISOString();
  const type = FORECAST_CHANGED;
  const body = eventBody({ id, type, timestamp, workspaceId, teamId, actor: automation, data, changes });
  return { id, type, workspaceId, teamId, subjectId: objective.id, body };
}
