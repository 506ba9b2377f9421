"""Telephone numbers, addresses and links are no counts, and each stands in what is cited."""

import pytest

from checks.test_evidence import check, reasons
from fundamento.checks.contacts import read_contacts
from fundamento.checks.wording import even

ESTIMATE = "weak-support"


def found(claim: str, text: str) -> list[tuple[str, str]]:
    return [each for each in reasons(check(claim, text, quotes=[text.rstrip(".")])) if each[0] != ESTIMATE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ring 0161 496 0000 or 0161 496 0001.", ["0161 496 0000", "0161 496 0001"]),
        ("Llame al 913 45 67 89.", ["913 45 67 89"]),
        ("Teléfono: 913456789", ["913456789"]),
        ("El móvil es el 655-12-34-56.", ["655-12-34-56"]),
        ("Call +1 (212) 555-0147 now.", ["+1 (212) 555-0147"]),
        ("Dial 1-888-555-0147.", ["1-888-555-0147"]),
        ("Escriba a reservas@refugio.org.", ["reservas@refugio.org"]),
        ("See <https://refugio.org/rooms?a=1>.", ["https://refugio.org/rooms?a=1"]),
        ("Visite www.refugio.org.", ["www.refugio.org"]),
        ("Más en refugio.org/camas.", ["refugio.org/camas"]),
        ("Costó 600 000 000 de pesos.", []),
        ("Vinieron 655 123 456 personas.", []),
        ("Pague 1.250,75 € antes del 12-10-2024.", []),
    ],
)
def test_contacts_are_read(text: str, expected: list[str]) -> None:
    assert [each.written for each in read_contacts(even(text))] == expected


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Llame al 655123456.", "El móvil del guarda es el 655 12 34 56."),
        ("Call +44 161 496 0000.", "The warden answers on 0161 496 0000."),
        ("Call 0161 496 0000.", "The warden answers on +44 (0)161 496 0000."),
        ("Dial 888-555-0147.", "Dial 1-888-555-0147 for the warden."),
        ("Llame al 0034 655 123 456.", "El móvil del guarda es el 655 123 456."),
        ("Book at refugio.org/rooms.", "Rooms are booked at https://www.refugio.org/rooms/."),
        ("Escriba a Reservas@refugio.org.", "Para reservar: reservas@refugio.org."),
    ],
)
def test_a_contact_that_is_given_passes(claim: str, text: str) -> None:
    assert [each for each in found(claim, text) if each[0].startswith("number")] == []


@pytest.mark.parametrize(
    ("claim", "text", "reason"),
    [
        ("Llame al 655 12 34 57.", "El móvil del guarda es el 655 12 34 56.", "phone-in-no-fragment"),
        ("Call 0161 496 0000 to book.", "The warden takes bookings by telephone.", "phone-in-no-fragment"),
        ("Book at https://refugio.org/beds.", "Rooms are booked at https://refugio.org/rooms.", "link-in-no-fragment"),
        ("Escriba a reserva@refugio.org.", "Para reservar: reservas@refugio.org.", "address-in-no-fragment"),
        ("El refugio tiene 655 camas.", "El móvil del refugio es el 655 12 34 56.", "number-in-no-quote"),
        ("The hut has 161 beds.", "Ring the hut on 0161 496 0000.", "number-in-no-quote"),
    ],
)
def test_another_contact_is_found(claim: str, text: str, reason: str) -> None:
    assert ("number-unsupported", reason) in found(claim, text)
