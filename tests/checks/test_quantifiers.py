"""Of how many, of whom and how often: a claim may say less than its source, and never more."""

import pytest

from checks.test_notations import found


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Los socios pueden nadar.", "Solo los socios pueden nadar."),
        ("The hotel does not have a lift.", "The hotel lacks a lift."),
        ("The lowest price is 40 euros.", "Prices start at 40 euros."),
        ("El 50 % de los pacientes mejoró.", "La mitad de los pacientes mejoró."),
        ("A phone turns sound into signals.", "A phone turns sound, typically a voice, into signals."),
        ("Visitors may not enter the lab.", "Only staff may enter the lab."),
        ("La línea solo puede cancelarla el titular.", "Únicamente el titular puede cancelar la línea."),
        ("Se acepta tarjeta.", "Se aceptan efectivo y tarjeta."),
        ("Un gran número de clientes renueva.", "Muchos clientes renuevan."),
        ("The majority of flights leave on time.", "Most flights leave on time."),
        ("La copia no se guarda para siempre.", "La copia se guarda 30 días."),
        ("Data is not kept permanently.", "Data is kept for 90 days."),
        ("Las llaves se entregan al pagar.", "No se entregan las llaves hasta que se pague."),
        ("Doctors may read the files.", "Doctors and nurses may read the files."),
    ],
)
def test_less_passes(claim: str, text: str) -> None:
    assert found(claim, text) == []


@pytest.mark.parametrize(
    ("claim", "text", "check_id", "reason"),
    [
        ("Few guests stayed for dinner.", "Numerous guests stayed for dinner.", "qualifier-dropped", "part"),
        ("Muchos vecinos votaron.", "Escasos vecinos votaron.", "qualifier-dropped", "part"),
        ("Only adults can enter.", "Adults and children can enter.", "qualifier-dropped", "restriction-added"),
        ("El tren sale todos los días.", "El tren sale de lunes a viernes.", "qualifier-dropped", "part"),
        ("The visa takes 10 days.", "The visa normally takes 10 days.", "qualifier-dropped", "part"),
        (
            "La oferta vale para todos los clientes.",
            "La oferta vale para clientes nuevos.",
            "qualifier-dropped",
            "part",
        ),
        ("All 8 members must attend.", "At least 3 of the 8 members must attend.", "qualifier-dropped", "part"),
        ("Students get a discount.", "Students with a valid card get a discount.", "qualifier-dropped", "condition"),
        ("The fire began here.", "It is believed that the fire began here.", "qualifier-dropped", "hedge"),
        ("El precio es de 40 €.", "El precio parte de 40 €.", "qualifier-dropped", "lower-bound"),
        ("El hotel tiene ascensor.", "El hotel carece de ascensor.", "polarity-flipped", "negation-lost"),
        ("The test detected the toxin.", "The test failed to detect the toxin.", "polarity-flipped", "negation-lost"),
        ("Confirmó que hubo despidos.", "Negó que hubiera despidos.", "polarity-flipped", "opposite-word"),
        ("Firmó ayer Pablo Ríos.", "Firmó ayer Elena Ríos.", "term-unsupported", "name-in-no-fragment"),
        ("Admite socios de cualquier edad.", "Admite socios mayores de 16 años.", "qualifier-dropped", "part"),
        ("Store it above 8 °C.", "Never store it above 8 °C.", "polarity-flipped", "negation-lost"),
        ("The policy covers floods.", "The policy excludes floods.", "polarity-flipped", "opposite-word"),
        (
            "Contractors may use the gym.",
            "Anyone except contractors may use the gym.",
            "polarity-flipped",
            "exception-turned",
        ),
        ("Hay que ayunar 8 horas después.", "Hay que ayunar ocho horas antes.", "polarity-flipped", "opposite-word"),
        ("Solo se acepta efectivo.", "Se aceptan efectivo y tarjeta.", "qualifier-dropped", "restriction-added"),
        ("All employees can sign.", "Only managers can sign.", "qualifier-dropped", "restriction-lost"),
        (
            "Un familiar puede darlo de baja.",
            "Solo el titular puede darlo de baja.",
            "qualifier-dropped",
            "restriction-lost",
        ),
        ("Cualquiera puede nadar aquí.", "Solo los socios pueden nadar aquí.", "qualifier-dropped", "restriction-lost"),
        ("La sala es para todos.", "La sala es solo para socios.", "qualifier-dropped", "restriction-lost"),
        ("Los clientes renuevan.", "Muchos clientes renuevan.", "qualifier-dropped", "part"),
        ("Flights leave on time.", "Most flights leave on time.", "qualifier-dropped", "part"),
        ("El servicio siempre responde.", "El servicio suele responder.", "qualifier-dropped", "part"),
        ("Hubo muchas quejas.", "Apenas hubo quejas.", "qualifier-dropped", "part"),
        (
            "All employees can work remotely.",
            "Employees who passed probation can work remotely.",
            "qualifier-dropped",
            "condition",
        ),
        (
            "El plan se prorroga automáticamente.",
            "El plan puede prorrogarse.",
            "term-unsupported",
            "promise-in-no-fragment",
        ),
        (
            "Los datos se guardan para siempre.",
            "Los datos no se guardan para siempre.",
            "polarity-flipped",
            "negation-lost",
        ),
        (
            "It is active before you confirm.",
            "It is not active until you confirm.",
            "polarity-flipped",
            "negation-lost",
        ),
        ("Anyone under 18 may sign.", "Nobody under 18 may sign.", "polarity-flipped", "negation-lost"),
        ("The office closes at 9:00.", "The office opens at 9:00.", "polarity-flipped", "opposite-word"),
        ("El arrendatario paga el seguro.", "El arrendador paga el seguro.", "polarity-flipped", "opposite-word"),
        ("The drug is unsafe for adults.", "The drug is safe for adults.", "polarity-flipped", "opposite-word"),
    ],
)
def test_more_is_found(claim: str, text: str, check_id: str, reason: str) -> None:
    assert (check_id, reason) in found(claim, text)
