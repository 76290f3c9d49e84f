/** ABDM counters and shares as the hospital sees them [API-37, API-39]. */
import type { AbdmCounter, AbdmShare } from '@baari/contract/hospital/abdm.ts';
import type { CounterRow, ShareRow } from './abdm.store.ts';
import { counterUrl } from './share.rules.ts';

export function counterView(row: CounterRow, cmId: string, hipId: string): AbdmCounter {
  return {
    id: row.id,
    code: row.code,
    lineId: row.line_id,
    lineName: row.line_name,
    lineNames: row.line_names,
    url: counterUrl(cmId, hipId, row.code),
    madeAt: row.made_at.toISOString(),
  };
}

export function shareView(row: ShareRow): AbdmShare {
  return {
    id: row.id,
    at: row.received_at.toISOString(),
    place: placeOf(row),
    refusal: row.refusal,
    line: row.line_name === null ? null : { name: row.line_name, names: row.line_names },
    answer: row.answer_state,
  };
}

function placeOf(row: ShareRow): AbdmShare['place'] {
  const { entry_id: entryId, patient_id: id, patient_name: name, like_id, like_name } = row;
  if (entryId === null || id === null || name === null) return null;
  const like = like_id === null || like_name === null ? null : { id: like_id, name: like_name };
  return { entryId, token: row.token ?? '', patient: { id, name }, like };
}
