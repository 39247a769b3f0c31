import type { DestinationType } from './destination.ts';
import type { DestinationKind } from './destination-kind.ts';
import { endpointOf } from './partition.ts';
import { eventbridge } from './eventbridge.ts';
import { s3 } from './s3.ts';
import { sqs } from './sqs.ts';

export const destinationKinds: Readonly<Record<DestinationType, DestinationKind>> = { eventbridge, sqs, s3 };

/** The host of AWS that takes events for a destination. */
export const hostOf = ({ service }: Pick<DestinationKind, 'service'>, region: string): string =>
  endpointOf(service, region);
