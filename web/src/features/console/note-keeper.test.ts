import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestMs, makeNoteKeeper, pauseMs, type SaveAnswer } from './note-keeper.ts';

/** Makes a mock server with one note, and a clock that the test sets. */
function desk() {
  const server = { text: '', version: 1, isAway: false, saves: 0 };
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const save = async (text: string, seen: number): Promise<SaveAnswer> => {
    server.saves += 1;
    await Promise.resolve();
    if (server.isAway) return { kind: 'unreachable' };
    if (server.version > seen) return { kind: 'changed', note: { ...server } };
    Object.assign(server, { text, version: server.version + 1 });
    return { kind: 'saved', note: { ...server } };
  };
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  const keeper = makeNoteKeeper({ text: '', version: 1 }, { save, changed: () => {}, after });
  async function pass(ms: number): Promise<void> {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
  return {
    server,
    keeper,
    pass,
    /** Simulates that a colleague changes the note. */
    writeElsewhere: (text: string) => Object.assign(server, { text, version: server.version + 1 }),
  };
}

test('the doctor’s note is saved when typing pauses, and every few seconds during continuous typing [CONS-5]', async () => {
  const { server, keeper, pass } = desk();
  keeper.write('Cou');
  keeper.write('Coughs');
  assert.equal(keeper.shown().state, 'unsaved');
  await pass(pauseMs);
  assert.deepEqual([server.text, server.saves], ['Coughs', 1]);
  assert.equal(keeper.shown().state, 'saved');
  for (let typed = 0; typed * 1000 < longestMs; typed += 1) {
    keeper.write(`Coughs ${typed}`);
    await pass(1000);
  }
  assert.equal(server.saves, 2);
});

test('while the server is down, the doctor’s typed note is kept, marked as not saved, and saved again later [CONS-5]', async () => {
  const { server, keeper, pass } = desk();
  server.isAway = true;
  keeper.write('Coughs');
  await pass(pauseMs);
  assert.equal(keeper.shown().state, 'unreachable');
  assert.equal(await keeper.flush(), false);
  server.isAway = false;
  await pass(60_000);
  assert.deepEqual([server.text, keeper.shown().state], ['Coughs', 'saved']);
});

test('a colleague’s change of a note is shown beside the doctor’s typed text, and nothing is saved until the doctor decides [CONS-5]', async () => {
  const { server, keeper, pass, writeElsewhere } = desk();
  keeper.write('Coughs');
  writeElsewhere('Mother waits outside');
  await pass(pauseMs);
  assert.deepEqual(keeper.shown(), {
    text: 'Coughs',
    state: 'differs',
    theirs: 'Mother waits outside',
    failure: null,
  });
  keeper.write('Coughs for two weeks');
  await pass(60_000);
  assert.equal(server.text, 'Mother waits outside');
  keeper.settle('both');
  await pass(0);
  assert.equal(server.text, 'Coughs for two weeks\nMother waits outside');
  assert.equal(keeper.shown().state, 'saved');
});

test('if the doctor’s note is saved, a colleague’s change of the note appears, and an older message from the server changes nothing [CONS-5]', () => {
  const { keeper } = desk();
  keeper.hear({ text: 'From the desk', version: 3 });
  keeper.hear({ text: '', version: 2 });
  assert.deepEqual([keeper.shown().text, keeper.shown().state], ['From the desk', 'saved']);
});

test('a live update about the doctor’s own saved note is not mistaken for a colleague’s change [CONS-5]', async () => {
  const { server, keeper, pass } = desk();
  keeper.write('Coughs');
  const saved = keeper.flush();
  await Promise.resolve();
  keeper.hear({ text: 'Coughs', version: 2 });
  assert.equal(await saved, true);
  keeper.write('Coughs, no fever');
  await pass(pauseMs);
  assert.deepEqual([server.text, server.version], ['Coughs, no fever', 3]);
});

test('note text typed during a save is saved afterwards, and the update about this save is not mistaken for a colleague’s change [CONS-5]', async () => {
  const { server, keeper, pass } = desk();
  keeper.write('Coughs');
  const first = pass(pauseMs);
  keeper.write('Coughs and sneezes');
  keeper.hear({ text: 'Coughs', version: 2 });
  await first;
  await pass(pauseMs);
  assert.equal(keeper.shown().theirs, null);
  assert.equal(server.text, 'Coughs and sneezes');
});
