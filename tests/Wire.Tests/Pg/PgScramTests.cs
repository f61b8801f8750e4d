using DbIngest.Wire.Pg;

namespace DbIngest.Wire.Tests.Pg;

/// <summary>The exchange of RFC 7677, section 3, and servers that deviate from it.</summary>
public sealed class PgScramTests
{
    private const string ClientNonce = "rOprNGfwEbeRWgbNEkqO";
    private const string ServerFirst = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
    private const string ServerFinal = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";

    [Fact]
    public void Exchange_OfTheRfc_IsReproduced()
    {
        var scram = Scram();

        scram.First.ShouldBe("n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
        scram.Final(ServerFirst).ShouldBe(
            "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        scram.Verify(ServerFinal);
    }

    [Theory]
    [InlineData("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95H4=")]
    [InlineData("v=")]
    [InlineData("e=other-error")]
    [InlineData("v=not base64")]
    public void Verify_AnotherSignature_IsRefused(string final)
    {
        var scram = Scram();
        scram.Final(ServerFirst);

        Should.Throw<PgProtocolException>(() => scram.Verify(final));
    }

    [Fact]
    public void Verify_BeforeTheProof_IsRefused() => Should.Throw<PgProtocolException>(() => Scram().Verify("v="));

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
        Should.Throw<PgProtocolException>(() => Scram().Final(serverFirst));

    [Fact]
    public void New_TwoExchanges_HaveDifferentNonces() => new PgScram("x").First.ShouldNotBe(new PgScram("x").First);

    private static PgScram Scram() => new("pencil", nonce: ClientNonce, user: "user");
}
