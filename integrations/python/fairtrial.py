"""Client for the evaluation service: one file, standard library only, Python 3.9 or newer.

    from fairtrial import Fairtrial

    fairtrial = Fairtrial("http://127.0.0.1:8080", api_key=os.environ.get("FAIRTRIAL_API_KEY"))
    result = fairtrial.evaluate(batch, endpoint="http://127.0.0.1:8000/", model_id="sim/v1", attempts=5)
    assert result["stats"]["overall"]["mean"] > 0.8

Runs are started asynchronously and polled, so that a proxy timeout or a lost connection does not lose a run.
"""

from __future__ import annotations

import difflib
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

__all__ = ["Fairtrial", "FairtrialError", "GateFailed"]

Json = Dict[str, Any]
Batch = Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]

_OVER = ("completed", "cancelled", "failed")
_MAY_HEAL = (429, 502, 503, 504)

# Request fields that `evaluate` and `start` accept by name, in addition to test_batch, endpoint and model_id.
_EVALUATE_OPTIONS = (
    "attempts",
    "dataset",
    "filter",
    "test_name",
    "protocol",
    "target",
    "strict",
    "history",
    "concurrency",
    "budget",
    "system_prompt",
    "tags",
    "parameters",
    "scorers",
    "stop_early",
    "weights",
    "pass_threshold",
    "judge",
    "baseline",
    "against",
    "branch",
    "gates",
)
_RUNS_FILTERS = ("state", "model_id", "tag", "pinned", "test_name", "q", "id_prefix", "limit")
_COMPARE_OPTIONS = ("metric", "margin", "interactions")


class FairtrialError(Exception):
    """Raised if the service refuses a request or cannot be reached. `problem` is its RFC 9457 document, or empty."""

    def __init__(self, message: str, status: Optional[int] = None, problem: Optional[Json] = None):
        super().__init__(message)
        self.status = status
        self.problem = problem or {}

    @property
    def code(self) -> Optional[str]:
        return self.problem.get("code")


class GateFailed(AssertionError):
    """Raised if a gate did not pass; `verdict` names it and gives the reason."""

    def __init__(self, verdict: Json):
        lines = [f"{one['verdict']}: {one['gate']}: {one['sentence']}" for one in verdict["gates"]]
        super().__init__("\n".join(lines))
        self.verdict = verdict


class Fairtrial:
    def __init__(
        self,
        server: str = "http://127.0.0.1:8080",
        api_key: Optional[str] = None,
        *,
        timeout: float = 30.0,
        retries: int = 4,
    ):
        self._server = server.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        # The key is only for this server, so redirects are not followed.
        self._opener = urllib.request.build_opener(_NoRedirect())

    def evaluate(
        self,
        test_batch: Optional[Batch] = None,
        *,
        endpoint: str,
        model_id: str,
        wait: Optional[float] = None,
        **options: Any,
    ) -> Json:
        """Plays a batch, or the scenarios of a stored dataset, and returns the result, as `POST /evaluate` does.

        Without `test_batch`, `dataset` names the stored scenarios ("support", "support@7"), and `filter` selects some.
        `options` are the other fields of the request: attempts, test_name, gates, baseline
        ("latest", "pinned" or a run id), against, branch, system_prompt …
        `wait` is the maximum time to wait in seconds; by default until the run has ended.
        """
        _check_names("evaluate", options, _EVALUATE_OPTIONS)
        run_id = self.start(test_batch, endpoint=endpoint, model_id=model_id, **options)
        return self.result(run_id, wait=wait)

    def start(
        self, test_batch: Optional[Batch] = None, *, endpoint: str, model_id: str, **options: Any
    ) -> str:
        """Starts a run and returns its id at once. Idempotent: a retry after a lost answer starts no second run."""
        _check_names("start", options, _EVALUATE_OPTIONS)
        body = {"endpoint": endpoint, "model_id": model_id, **options}
        if test_batch is not None:
            body["test_batch"] = test_batch
        headers = {"prefer": "respond-async", "idempotency-key": str(uuid.uuid4())}
        return self._call("POST", "/evaluate", body=body, headers=headers)["run_id"]

    def result(self, run_id: str, *, wait: Optional[float] = None) -> Json:
        """Waits until a run has ended and returns its result."""
        end = None if wait is None else time.monotonic() + wait
        pause = 0.1
        while True:
            run = self.run(run_id)
            if run["state"] in _OVER:
                if run["result"] is None:
                    raise FairtrialError(f"run {run_id} ended without a result ({run['state']})")
                return run["result"]
            if end is not None and time.monotonic() >= end:
                raise TimeoutError(f"run {run_id} is still running: {run['turns']['finished']} of {run['turns']['total']} turns")
            time.sleep(pause)
            pause = min(pause * 1.5, 2.0)

    def run(self, run_id: str) -> Json:
        return self._call("GET", f"/runs/{_quoted(run_id)}")

    def runs(self, **filters: Any) -> Iterator[Json]:
        """Iterates over all runs, newest first, and fetches pages on demand."""
        _check_names("runs", filters, _RUNS_FILTERS)
        return self._pages(filters)

    def _pages(self, filters: Mapping[str, Any]) -> Iterator[Json]:
        cursor: Optional[str] = None
        while True:
            page = self._call("GET", "/runs", query={**filters, "cursor": cursor})
            yield from page["runs"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def cancel(self, run_id: str) -> Json:
        return self._call("POST", f"/runs/{_quoted(run_id)}/cancel")

    def pin(self, run_id: str) -> Json:
        """Pins a completed run as the baseline of its test; replaces the run pinned before."""
        return self._call("PUT", f"/runs/{_quoted(run_id)}/pin")

    def unpin(self, run_id: str) -> None:
        self._send("DELETE", f"/runs/{_quoted(run_id)}/pin")

    def compare(self, baseline: str, candidate: str, **options: Any) -> Json:
        _check_names("compare", options, _COMPARE_OPTIONS)
        query = {"baseline": baseline, "candidate": candidate, **options}
        return self._call("GET", "/compare", query=query)

    def gate(self, run_id: str, gates: Sequence[str] = (), *, baseline: Optional[str] = None) -> Json:
        """Evaluates gates on a finished run: returns a verdict, and a sentence for each gate."""
        body: Json = {"gates": list(gates)}
        if baseline is not None:
            body["baseline"] = baseline
        return self._call("POST", f"/runs/{_quoted(run_id)}/gate", body=body)

    def check(self, run_id: str, gates: Sequence[str] = (), *, baseline: Optional[str] = None) -> Json:
        """Like `gate`, but raises GateFailed unless the verdict is pass; for tests."""
        verdict = self.gate(run_id, gates, baseline=baseline)
        if verdict["verdict"] != "pass":
            raise GateFailed(verdict)
        return verdict

    def export(self, run_id: str, format: str = "json") -> bytes:
        """Returns a finished run as json, jsonl, csv, junit or md."""
        return self._send("GET", f"/runs/{_quoted(run_id)}/export", query={"format": format})

    def _call(self, method: str, path: str, **how: Any) -> Json:
        return json.loads(self._send(method, path, **how))

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Json] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> bytes:
        request = self._request(method, path, query=query, body=body, headers=headers or {})
        # Only idempotent requests are retried.
        may_repeat = method in ("GET", "PUT") or request.has_header("Idempotency-key")
        for attempt in range(self._retries + 1):
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    return response.read()
            except urllib.error.HTTPError as error:
                refusal = _to_error(error)
                if not may_repeat or error.code not in _MAY_HEAL or attempt == self._retries:
                    raise refusal from None
                pause = _retry_after(error) or _backoff(attempt)
            except (urllib.error.URLError, ConnectionError, TimeoutError) as error:
                if not may_repeat or attempt == self._retries:
                    reason = getattr(error, "reason", error)
                    raise FairtrialError(f"{self._server} cannot be reached: {reason}") from error
                pause = _backoff(attempt)
            time.sleep(pause)
        raise AssertionError("unreachable")

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]],
        body: Optional[Json],
        headers: Mapping[str, str],
    ) -> urllib.request.Request:
        given = {name: _plain(value) for name, value in (query or {}).items() if value is not None}
        url = f"{self._server}{path}" + (f"?{urllib.parse.urlencode(given, doseq=True)}" if given else "")
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, method=method)
        for name, value in headers.items():
            request.add_header(name, value)
        if data is not None:
            request.add_header("content-type", "application/json")
        if self._api_key:
            request.add_unredirected_header("authorization", f"Bearer {self._api_key}")
        return request


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _plain(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _check_names(function: str, given: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raises TypeError for an unknown name, as Python does: the service would ignore a misspelled one."""
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; it takes {', '.join(known)}"
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'{hint}")


def _quoted(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def _backoff(attempt: int) -> float:
    return random.uniform(0.5, 1.0) * min(0.2 * 2**attempt, 5.0)


def _retry_after(error: urllib.error.HTTPError) -> Optional[float]:
    try:
        return min(float(error.headers.get("retry-after", "")), 30.0)
    except ValueError:
        return None


def _to_error(error: urllib.error.HTTPError) -> FairtrialError:
    text = error.read()
    try:
        problem = json.loads(text)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        return FairtrialError(f"the service answered {error.code}", error.code)
    details: List[str] = [str(problem.get("detail") or problem.get("title") or error.code)]
    for one in problem.get("errors") or []:
        if isinstance(one, dict):
            details.append(f"{one.get('pointer', '')}: {one.get('detail', '')}")
    return FairtrialError("; ".join(details), error.code, problem)
