const then = { operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'urgent' } };
const schedule = { rule: 'FREQ=WEEKLY;BYDAY=MO', timeZone: 'Europe/Berlin' };

/** A rule as a request describes it. */
const ruleExample = {
  name: 'Outages first',
  on: ['story.created'],
  if: 'outage is:open',
  then: [then],
};

const fields = {
  name: ruleExample.name,
  on: 'story.created',
  schedule: null,
  if: ruleExample.if,
  was: null,
};

/** Example values of rules and of what they did, as in example-values.ts. */
export const ruleExamples: Record<string, unknown> = {
  ...Object.fromEntries(
    ['Rule', 'CreateRuleRequest', 'UpdateRuleRequest'].flatMap((component) =>
      Object.entries(fields).map(([field, value]) => [`${component}.${field}`, value]),
    ),
  ),
  'Rule.disabledReason': null,
  'Rule.runs': 12,
  'Rule.failures': 0,
  'RuleSchedule.rule': schedule.rule,
  'RuleScheduleRequest.rule': schedule.rule,
  ...Object.fromEntries(
    ['RuleAction', 'RuleActionRequest'].flatMap((component) =>
      Object.entries(then).map(([field, value]) => [`${component}.${field}`, value]),
    ),
  ),
  'RuleRun.code': null,
  'RulePreview.events': 42,
  'RulePreview.matched': 2,
  'RulePreviewEffect.operation': then.operation,
  'RulePreviewEffect.resource': 'story',
  'RulePreviewEffect.changes': [{ field: 'priority', from: 'none', to: 'urgent' }],
  'RulePreviewFailure.code': 'claimed',
  'RulePreviewFailure.message': 'The story is claimed by someone else.',
};
