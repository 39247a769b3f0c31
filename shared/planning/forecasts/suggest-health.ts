/** The minimum probabilities of reaching the target at which an objective is on track, or at risk. */
const ON_TRACK_MIN = 0.85;
const AT_RISK_MIN = 0.5;

interface HealthSuggestion {
  health: 'on_track' | 'at_risk' | 'off_track';
  reason: string;
}

/** The health that a forecast suggests; people set it. Null without a target or a forecast. */
export function suggestHealth(probability: number | null): HealthSuggestion | null {
  if (probability === null) return null;
  const health =
    probability >= ON_TRACK_MIN ? 'on_track' : probability >= AT_RISK_MIN ? 'at_risk' : 'off_track';
  const reason = `The target date is reached in ${Math.round(probability * 100)} % of the trials.`;
  return { health, reason };
}
