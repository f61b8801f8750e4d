using System.Security.Cryptography;

namespace DbIngest.Wire.Tests;

/// <summary>The exchange of RFC 7677, section 3, and servers that deviate from it.</summary>
public sealed class ScramTests
{
    private const string ClientNonce = "rOprNGfwEbeRWgbNEkqO";
    private const string ServerFirst = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
    private const string ServerFinal = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";

    /// <summary>
    /// SHA-1: RFC 5802, section 5. SHA-256: RFC 7677, section 3. SHA-512: Python 3.11, hashlib.pbkdf2_hmac and hmac.
    /// </summary>
    [Theory]
    [InlineData("SHA1", "fyko+d2lbbFgONRv9qkxdawL", "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,i=4096",
        "v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=", "rmF9pqV8S7suAoZWja4dJRkFsKQ=")]
    [InlineData("SHA256", ClientNonce, ServerFirst, "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
        "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")]
    [InlineData("SHA512", ClientNonce, ServerFirst,
        "gMGXRcevScNtxZ6/8lQYpGtnsNAc3mGcmNomv+xnoOMw+3R2xNJdMNnzMlTN8PPC6wdp6dybEmDYXYTxwnYPJQ==",
        "ZQnYEgWQMFmmsM8aQMF0nDDCy/AgCzkwk8CmMZYcMg0vSVlKDanekLtifDSeVGT4+5ZxXnJq199RVG2rR7N7Zw==")]
    public void Exchange_OfTheRfc_IsReproduced(string hash, string nonce, string serverFirst, string proof, string signature)
    {
        var scram = new Scram(new HashAlgorithmName(hash), "user", "pencil", nonce: nonce);

        scram.First.ShouldBe($"n,,n=user,r={nonce}");
        scram.Final(serverFirst).ShouldBe($"c=biws,{serverFirst.Split(',')[0]},p={proof}");
        scram.Verify($"v={signature}");
    }

    [Fact]
    public void First_NameWithReservedCharacters_IsEscaped() =>
        new Scram(HashAlgorithmName.SHA256, "a=b,c", "x", nonce: "n").First.ShouldBe("n,,n=a=3Db=2Cc,r=n");

    [Fact]
    public void New_HashThatScramIsNotDefinedWith_IsRefused() =>
        Should.Throw<ArgumentException>(() => new Scram(HashAlgorithmName.MD5, "user", "x")).Message.ShouldContain("SHA256");

    [Theory]
    [InlineData("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95H4=")]
    [InlineData("v=")]
    [InlineData("e=other-error")]
    [InlineData("v=not base64")]
    public void Verify_AnotherSignature_IsRefused(string final)
    {
        var scram = Of(ClientNonce);
        scram.Final(ServerFirst);

        Should.Throw<WireProtocolException>(() => scram.Verify(final));
    }

    [Fact]
    public void Verify_BeforeTheProof_IsRefused() => Should.Throw<WireProtocolException>(() => Of(ClientNonce).Verify("v="));

    [Theory]
    [InlineData("")]
    [InlineData("r=rOprNGfwEbeRWgbNEkqO,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")] // nothing of the server's own
    [InlineData("r=another,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")]
    [InlineData("r=rOprNGfwEbeRWgbNEkqOx,s=%%%,i=4096")]
    [InlineData("r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=0")]
    [InlineData("r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=-1")]
    [InlineData("r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=2000000001")] // minutes of hashing
    [InlineData("m=ext,r=rOprNGfwEbeRWgbNEkqOx,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")]
    public void Final_MalformedMessage_IsRefused(string serverFirst) =>
        Should.Throw<WireProtocolException>(() => Of(ClientNonce).Final(serverFirst));

    [Fact]
    public void New_TwoExchanges_HaveDifferentNonces() => Of().First.ShouldNotBe(Of().First);

    private static Scram Of(string? nonce = null) => new(HashAlgorithmName.SHA256, "user", "pencil", nonce: nonce);
}
