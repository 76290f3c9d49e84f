// Asks who is signed in while the application itself still arrives: on a slow line that is half a
// second. src/api/early-answers.ts takes the answers up; what fails here is asked again there.
(() => {
  const ask = async (path) => {
    const answer = await fetch(`/api/identity${path}`, { headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return answer.text();
  };
  let kept = null;
  try {
    kept = localStorage.getItem('baari_auth');
  } catch {
    kept = null; // storage is closed in this browser: the session cookie still tells
  }
  const session = kept === null ? ask('/get-session') : undefined;
  const tokenOf = async () => {
    if ((await session) === 'null') throw new Error('nobody is signed in');
    return ask('/token');
  };
  const answers = { getSession: session, getToken: tokenOf() };
  for (const answer of Object.values(answers)) answer?.catch(() => undefined);
  globalThis.baariEarlyAnswers = answers;
})();
