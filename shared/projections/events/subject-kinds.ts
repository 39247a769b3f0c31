import { proposalKind } from '../../kernel/api/operation/proposal-store.ts';
import { forecastKind } from '../../planning/forecasts/forecast-store.ts';
import type { ItemKind } from '../../kernel/db/table.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import { placementKind } from '../../planning/scheduling/placements/placement-store.ts';

/** The item kinds that have events; forecasts have one of their objective, placements one of their story, proposals their own. */
export const subjectKinds: readonly ItemKind[] = [
  ...nounsWith('events').map(({ item }) => item),
  forecastKind,
  placementKind,
  proposalKind,
];
