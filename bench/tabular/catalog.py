"""The tables of the comparison: where each comes from, what is predicted, and which list it is on.

`development`: settings and defaults may be chosen by looking at these. `check`: nobody tunes anything on these; they say
whether what was chosen holds elsewhere. `large`: more rows than a quick comparison has time for; fetched when asked for.
"""

from dataclasses import dataclass

CLASSIFICATION, REGRESSION = "classification", "regression"
LISTS = ("development", "check", "large")


@dataclass(frozen=True)
class Source:
    name: str
    list: str
    task: str
    package: str  # "sklearn", or the R package
    object: str   # the data set in the package
    target: str
    drop: tuple = ()  # columns that give the target away, or that only say how others split the rows


def _sources() -> list:
    c, r = CLASSIFICATION, REGRESSION
    rows = [
        ("sonar", "development", c, "mlbench", "Sonar", "Class"),
        ("vehicle", "development", c, "mlbench", "Vehicle", "Class"),
        ("glass", "development", c, "mlbench", "Glass", "Type"),
        ("pima", "development", c, "mlbench", "PimaIndiansDiabetes2", "diabetes"),
        ("boston", "development", r, "mlbench", "BostonHousing", "medv"),
        ("attrition", "development", c, "modeldata", "attrition", "Attrition"),
        ("ames", "development", r, "modeldata", "ames", "Sale_Price"),
        ("spam", "development", c, "kernlab", "spam", "type"),
        ("breast_cancer", "development", c, "sklearn", "breast_cancer", "diagnosis"),
        ("wine", "development", c, "sklearn", "wine", "cultivar"),
        ("digits", "development", c, "sklearn", "digits", "digit"),
        ("diabetes", "development", r, "sklearn", "diabetes", "progression"),
        ("ionosphere", "check", c, "mlbench", "Ionosphere", "Class"),
        ("house_votes", "check", c, "mlbench", "HouseVotes84", "Class"),
        ("soybean", "check", c, "mlbench", "Soybean", "Class"),
        ("vowel", "check", c, "mlbench", "Vowel", "Class"),
        ("zoo", "check", c, "mlbench", "Zoo", "type"),
        ("breast_wisconsin", "check", c, "mlbench", "BreastCancer", "Class"),
        ("dna", "check", c, "mlbench", "DNA", "Class"),
        ("satellite", "check", c, "mlbench", "Satellite", "classes"),
        ("ozone", "check", r, "mlbench", "Ozone", "V4"),
        ("servo", "check", r, "mlbench", "Servo", "Class"),
        ("ad_data", "check", c, "modeldata", "ad_data", "Class"),
        ("biomass", "check", r, "modeldata", "biomass", "HHV", ("dataset",)),
        ("bivariate", "check", c, "modeldata", "bivariate_train", "Class"),
        ("car_prices", "check", r, "modeldata", "car_prices", "Price"),
        ("cells", "check", c, "modeldata", "cells", "class", ("case",)),
        ("chicago", "check", r, "modeldata", "Chicago", "ridership"),
        ("concrete", "check", r, "modeldata", "concrete", "compressive_strength"),
        ("credit", "check", c, "modeldata", "credit_data", "Status"),
        ("hpc", "check", c, "modeldata", "hpc_data", "class"),
        ("lending_club", "check", c, "modeldata", "lending_club", "Class"),
        ("meats", "check", r, "modeldata", "meats", "protein", ("water", "fat")),
        ("mlc_churn", "check", c, "modeldata", "mlc_churn", "churn"),
        ("parabolic", "check", c, "modeldata", "parabolic", "class"),
        ("penguins", "check", c, "modeldata", "penguins", "species"),
        ("sacramento", "check", r, "modeldata", "Sacramento", "price"),
        ("scat", "check", c, "modeldata", "scat", "Species"),
        ("stackoverflow", "check", c, "modeldata", "stackoverflow", "Remote"),
        ("tate_text", "check", r, "modeldata", "tate_text", "year"),
        ("two_class", "check", c, "modeldata", "two_class_dat", "Class"),
        ("wa_churn", "check", c, "modeldata", "wa_churn", "churn"),
        ("income", "check", c, "kernlab", "income", "INCOME"),
        ("musk", "check", c, "kernlab", "musk", "Class"),
        ("promotergene", "check", c, "kernlab", "promotergene", "Class"),
        ("ticdata", "check", c, "kernlab", "ticdata", "CARAVAN"),
        ("letter", "large", c, "mlbench", "LetterRecognition", "lettr"),
        ("shuttle", "large", c, "mlbench", "Shuttle", "Class"),
        ("check_times", "large", r, "modeldata", "check_times", "check_time"),
        ("pd_speech", "large", c, "modeldata", "pd_speech", "class"),
    ]
    return [Source(*row) for row in rows]


SOURCES = {source.name: source for source in _sources()}


def select(names: str) -> list:
    """Tables by list or by name, separated by commas: "development", "check,letter", "glass,pima"."""
    chosen = []
    for name in names.split(","):
        found = [s for s in SOURCES.values() if name in (s.name, s.list)]
        if not found:
            raise SystemExit(f"no table and no list is called {name}; lists: {', '.join(LISTS)}; "
                             f"tables: {', '.join(SOURCES)}")
        chosen += [s for s in found if s not in chosen]
    return chosen
