/** Versions of FHIR resources, for ETag and meta.versionId [API-33]. */
import { createHash } from 'node:crypto';
import type { Bundle, FhirResource } from './r4.rules.ts';
import type { Resource } from './resources/resource.rules.ts';

/**
 * The version of a content. The time of a forecast is left out, so that the version changes only
 * when the place or the range does.
 */
export function versionOf(content: FhirResource): string {
  const text = JSON.stringify(content, (_name, value: unknown) =>
    Array.isArray(value) ? value.filter((each) => !isTimeOfForecast(each)) : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function isTimeOfForecast(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'url' in value && value.url === 'asOf';
}

export function versioned<R extends Resource>(resource: R): R {
  return { ...resource, meta: { ...resource.meta, versionId: versionOf(resource) } };
}

/** The entity tag of an answer: weak, because the time of a forecast may differ. */
export function tagOf(content: Resource | Bundle<Resource>): string {
  const version = content.resourceType === 'Bundle' ? undefined : content.meta?.versionId;
  return `W/"${version ?? versionOf(content)}"`;
}

/** Whether the header If-None-Match names the tag; a weak comparison (RFC 9110, 13.1.2). */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  const bare = (text: string) => text.trim().replace(/^W\//u, '');
  return (header ?? '').split(',').some((each) => each.trim() === '*' || bare(each) === bare(tag));
}
