/** Example values of change sets and of reverting them, as in example-values.ts. */
export const changeSetExamples: Record<string, unknown> = {
  'ChangeSetEntry.resource': 'story',
  'ChangeSetEntry.action': 'updated',
  'RevertedResource.resource': 'story',
  'RevertedResource.fields': 'statusId',
  'RevertConflict.resource': 'story',
  'RevertConflict.field': 'title',
  'Job.status': 'done',
  'Job.done': 620,
  'Job.total': 620,
  'JobDetails.status': 'done',
  'JobDetails.done': 620,
  'JobDetails.total': 620,
  'JobDetails.problem': null,
  'IrreversibleChange.resource': 'story',
  'IrreversibleChange.reason': 'It was deleted.',
};
