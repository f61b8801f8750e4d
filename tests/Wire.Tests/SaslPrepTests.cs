using System.Security.Cryptography;

namespace DbIngest.Wire.Tests;

/// <summary>
/// RFC 4013, and what PostgreSQL makes of passwords that it does not allow (src/common/saslprep.c). This process has no ICU: a
/// normalization that knows the characters of the tests stands in.
/// </summary>
public sealed class SaslPrepTests
{
    [Theory]
    [InlineData("I\u00adX", "IX")] // RFC 4013, section 3
    [InlineData("user", "user")]
    [InlineData("USER", "USER")]
    [InlineData("\u00aa", "a")]
    [InlineData("\u2168", "IX")]
    [InlineData("a\u00a0b\u3000c", "a b c")] // RFC 3454, C.1.2
    [InlineData("a\u200bb", "a b")] // in C.1.2 and B.1; PostgreSQL asks C.1.2 first
    [InlineData("a\u034f\u2060\ufe0f\ufeffb\u00b2", "ab2")] // RFC 3454, B.1
    [InlineData("\u05d0\u00b2\u05d0", "\u05d02\u05d0")] // begins and ends in Hebrew, no letter from left to right
    public void Prepare_Allowed_IsMappedAndNormalized(string text, string prepared) =>
        SaslPrep.Prepare(text, Known).ShouldBe(prepared);

    [Theory]
    [InlineData("\u0007")] // RFC 4013, section 3
    [InlineData("\u06271")] // RFC 4013, section 3: a digit ends it
    [InlineData("\u0007\u00b2")]
    [InlineData("\u0627\u00b2")]
    [InlineData("\u0627\u00b2a\u0627")] // a letter from left to right within
    [InlineData("\ue000\u00b2")] // private, C.3
    [InlineData("\ud83d\udd11\u00b2")] // U+1F511 came after Unicode 3.2, A.1
    [InlineData("\u00ad")] // nothing would be left
    public void Prepare_Prohibited_StaysAsItIs(string text) => SaslPrep.Prepare(text, Known).ShouldBe(text);

    [Theory]
    [InlineData("m\u00b2/\u00b5-secret")]
    [InlineData("\uff21")]
    public void Prepare_WithoutIcu_IsRefusedWithTheRemedyAndNoSecret(string text)
    {
        string message = Should.Throw<IcuMissingException>(() => SaslPrep.Prepare(text)).Message;

        message.ShouldContain("install libicu");
        message.ShouldNotContain(text);
        Should.Throw<IcuMissingException>(() => new Scram(HashAlgorithmName.SHA256, "user", text));
    }

    /// <summary>Normalization leaves these alone, so that they need no ICU.</summary>
    [Theory]
    [InlineData("pa\u00dfw\u00f6rd \u00c0\u00ff")]
    [InlineData("\ud83d\udd11")]
    public void Prepare_NothingToNormalizeWithoutIcu_StaysAsItIs(string text) => SaslPrep.Prepare(text).ShouldBe(text);

    private static string Known(string text) => text.Replace("\u00aa", "a", StringComparison.Ordinal)
        .Replace("\u00b2", "2", StringComparison.Ordinal).Replace("\u2168", "IX", StringComparison.Ordinal);
}
