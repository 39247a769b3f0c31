import type { LambdaFunction } from '../lambda/functions.ts';
import { StartError } from '../runner/start-error.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import type { Assembly } from '../template/template.ts';

/** The template's settings for mail. */
export type MailDefinition = {
  /** Domains that mail may be sent from. */
  identities: string[];
  /** Functions that get notices of a kind (`SEND`, `BOUNCE`, `COMPLAINT`) about mails of a configuration set. */
  subscribers: { configurationSet: string; kinds: string[]; topicArn: string; fn: LambdaFunction }[];
  configurationSets: string[];
};

/** Reads the SES resources of an assembly, and what their SNS topics call. Throws StartError for what cannot be run. */
export function readMail(
  assembly: Assembly,
  resolver: Resolver,
  functions: LambdaFunction[],
): MailDefinition {
  const subscriptions = templateResources(assembly, resolver, 'AWS::SNS::Subscription')
    .filter((resource) => resolver.property(resource, 'Protocol') === 'lambda')
    .map((resource) => {
      const endpoint = resolver.property(resource, 'Endpoint');
      const fn = functions.find(({ arn }) => arn === endpoint);
      if (!fn) {
        throw new StartError(
          `The subscription ${resource.name} cannot be run locally: ${String(endpoint)} is not a function of this app.`,
        );
      }
      return { topicArn: resolver.property(resource, 'TopicArn') as string, fn };
    });
  const destinations = templateResources(assembly, resolver, 'AWS::SES::ConfigurationSetEventDestination');
  return {
    identities: templateResources(assembly, resolver, 'AWS::SES::EmailIdentity').map((resource) =>
      String(resolver.property(resource, 'EmailIdentity')),
    ),
    configurationSets: templateResources(assembly, resolver, 'AWS::SES::ConfigurationSet').map(physicalName),
    subscribers: destinations.flatMap((resource) => {
      const configurationSet = resolver.property(resource, 'ConfigurationSetName') as string;
      const { MatchingEventTypes, SnsDestination } = resolver.property(resource, 'EventDestination') as {
        MatchingEventTypes: string[];
        SnsDestination?: { TopicARN: string };
      };
      return subscriptions
        .filter(({ topicArn }) => topicArn === SnsDestination?.TopicARN)
        .map((subscription) => ({
          configurationSet,
          kinds: MatchingEventTypes.map((kind) => kind.toUpperCase()),
          ...subscription,
        }));
    }),
  };
}
