"""An evaluation as a test: pytest integrations/python. Copy fairtrial.py into the folder of your tests.

FAIRTRIAL_SERVER and FAIRTRIAL_API_KEY select the evaluation service, FAIRTRIAL_ENDPOINT and FAIRTRIAL_MODEL the model under test.
"""

import os
import unittest

from fairtrial import Fairtrial

BATCH = {
    "id": "lost-card",
    "interactions": [
        {
            "user_message": "I think I left my debit card on the tram. What do I do?",
            "reference_reply": "Let's block it straight away so nobody can use it. "
            "I see one debit card on your profile, ending 4471. Shall I block that card now?",
            # A check accepts any wording. Without checks and without a judge, the score measures how
            # similar the words are, and a good model may phrase the answer differently.
            "checks": [{"regex": "(?i)block|freeze|lock|cancel"}],
        }
    ],
}


class TestModel(unittest.TestCase):
    def test_answers_as_it_should(self):
        fairtrial = Fairtrial(
            os.environ.get("FAIRTRIAL_SERVER", "http://127.0.0.1:8080"),
            api_key=os.environ.get("FAIRTRIAL_API_KEY"),
        )
        result = fairtrial.evaluate(
            BATCH,
            endpoint=os.environ.get("FAIRTRIAL_ENDPOINT", "http://127.0.0.1:8000/"),
            model_id=os.environ.get("FAIRTRIAL_MODEL", "sim/v1"),
            attempts=10,
        )
        fairtrial.check(result["run_id"], ["overall >= 0.7", "answered >= 99%"])


if __name__ == "__main__":
    unittest.main()
