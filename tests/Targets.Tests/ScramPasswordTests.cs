using System.Security.Cryptography;
using DbIngest.Wire;

namespace DbIngest.Targets.Tests;

/// <summary>Passwords that a login by SCRAM normalizes: these tests' process has ICU where the machine has it.</summary>
public sealed class ScramPasswordTests
{
    /// <summary>By Unicode, U+00B2 and U+00B5 are in form KC the digit 2 and the Greek letter U+03BC.</summary>
    [Fact]
    [Needs("icu")]
    public void Final_PasswordWithCompatibilityCharacters_IsThatOfItsNormalForm() =>
        Proof("m\u00b2/\u00b5-secret").ShouldBe(Proof("m2/\u03bc-secret"));

    private static string Proof(string password) =>
        new Scram(HashAlgorithmName.SHA256, "user", password, nonce: "n").Final("r=nonce,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
}
