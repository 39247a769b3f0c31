import { invalidRequest } from '../../kernel/core/errors.ts';
import type { AwsDestinationRequest, Destination } from './destination.ts';
import { parseArn } from './destination-kind.ts';
import { destinationKinds, hostOf } from './destination-kinds.ts';
import { partitionOf } from './partition.ts';

/** The endpoint's own external id, and the account that roles trust. */
interface Trust {
  externalId: string;
  accountId: string;
  /** The region of Plotline, whose partition destinations are in; outside of AWS, the partition `aws`. */
  ownRegion?: string | undefined;
}

/**
 * A destination as an endpoint has it, and the URL of AWS that its events are sent to. Throws a 400 for an ARN of another
 * type, account or region.
 */
export function destinationOrThrow(
  { type, arn, roleArn, region, prefix }: AwsDestinationRequest,
  { externalId, accountId, ownRegion = '' }: Trust,
): { destination: Destination; url: string } {
  const kind = destinationKinds[type];
  const parts = parseArn(kind, arn);
  if (!parts) throw refused('arn', `must be an ARN such as ${kind.example}`);
  const { region: regionOfArn, account } = parts;
  const partition = partitionOf(ownRegion) ?? 'aws';
  if (parts.partition !== partition)
    throw refused('arn', `must be in the partition ${partition}, as Plotline is`);
  if (roleArn.split(':')[1] !== partition)
    throw refused('roleArn', `must be in the partition ${partition}, as Plotline is`);
  if (account !== undefined && account !== roleArn.split(':')[4])
    throw refused('roleArn', `must be a role of the account ${account}, which has the ${type} destination`);
  if (roleArn.split(':')[4] === accountId)
    throw refused('roleArn', 'must be a role of your own AWS account, not of the account of Plotline');
  if (regionOfArn !== undefined && region !== undefined && region !== regionOfArn)
    throw refused('region', `must be ${regionOfArn}, the region of the ARN, or left out`);
  const place = regionOfArn ?? region;
  if (place === undefined) throw refused('region', 'is required for a bucket: send its region');
  if (partitionOf(place) !== partition)
    throw refused(
      regionOfArn === undefined ? 'region' : 'arn',
      `must be in a region of the partition ${partition}`,
    );
  if (prefix !== undefined && type !== 's3') throw refused('prefix', 'is for buckets only: leave it out');
  const destination: Destination = {
    type,
    arn,
    roleArn,
    region: place,
    prefix: prefix ?? null,
    externalId,
    principalArn: `arn:${partition}:iam::${accountId}:root`,
  };
  return { destination, url: `https://${hostOf(kind, place)}${kind.urlPath(destination, parts)}` };
}

const refused = (field: string, message: string) =>
  invalidRequest([{ path: `destination.${field}`, message }]);
