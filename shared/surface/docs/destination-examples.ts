const inAws = (component: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      type: 's3',
      arn: 'arn:aws:s3:::acme-plotline-events',
      roleArn: 'arn:aws:iam::111122223333:role/plotline-events',
      region: 'eu-central-1',
      prefix: 'plotline/',
      externalId: 'k5Vd0Qm2x9Tn7cJb1Rw4Ze8h',
      principalArn: 'arn:aws:iam::444455556666:root',
    }).map(([field, value]) => [`${component}.${field}`, value]),
  );

/** Example values of where events are sent, by `Component.field`. */
export const destinationExamples: Record<string, string> = {
  ...inAws('EventDestination'),
  ...inAws('EventDestinationRequest'),
  'EventDestinationRequest.url': 'https://hooks.slack.com/services/T0123/B0123/SECRET',
  'ChatDestination.url': 'https://hooks.slack.com/...3f9a1c07be42',
  'ChatDestination.pagesUrl': 'https://plan.acme.dev',
};
