using System.Security.Cryptography;
using System.Text;
using DbIngest.Wire.MySql;

namespace DbIngest.Wire.Tests.MySql;

public sealed class MySqlLoginTests
{
    private static readonly byte[] Ok = [0, 0, 0, 2, 0, 0, 0];

    /// <summary>RFC 8032, 7.1, test 2: there the seed is hashed as MariaDB hashes a password.</summary>
    [Fact]
    public void Ed25519_TestOfTheStandard_GivesItsKeyAndSignature()
    {
        byte[] seed = Convert.FromHexString("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");

        Convert.ToHexStringLower(Ed25519.PublicKey(seed))
            .ShouldBe("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
        Convert.ToHexStringLower(Ed25519.Sign(seed, [0x72])).ShouldBe(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    }

    [Fact]
    public void Open_CachingSha2Remembered_ProvesThePassword()
    {
        using var server = new FakeMySql(MySqlLogin.CachingSha2, static (fake, answer) =>
        {
            byte[] once = SHA256.HashData("secret"u8);
            byte[] mask = SHA256.HashData([.. SHA256.HashData(SHA256.HashData("secret"u8)), .. FakeMySql.Nonce]);
            byte[] proof = [.. once.Zip(mask, (a, b) => (byte)(a ^ b))];
            Encoding.Latin1.GetString(answer).ShouldContain(Encoding.Latin1.GetString(proof));
            fake.Send(2, [1, 3]);
            fake.Send(3, Ok);
        });

        using var connection = MySqlConnection.Open(server.Options);

        connection.ServerVersion.ShouldBe("8.0.36");
        connection.TakesBulk.ShouldBeFalse();
        server.Finish();
    }

    [Fact]
    public void Open_CachingSha2NotRemembered_SendsThePasswordUnderTheServersKey()
    {
        using var key = RSA.Create(2048);
        using var server = new FakeMySql(MySqlLogin.CachingSha2, (fake, _) =>
        {
            fake.Send(2, [1, 4]);
            fake.Receive().ShouldBe([2]);
            fake.Send(4, [1, .. Encoding.ASCII.GetBytes(key.ExportSubjectPublicKeyInfoPem())]);
            byte[] secret = key.Decrypt(fake.Receive(), RSAEncryptionPadding.OaepSHA1);
            Encoding.UTF8.GetString([.. secret.Select((b, i) => (byte)(b ^ FakeMySql.Nonce[i % 20]))]).ShouldBe("secret\0");
            fake.Send(6, Ok);
        });

        using var connection = MySqlConnection.Open(server.Options with { TakesPublicKey = true });

        server.Finish();
    }

    [Fact]
    public void Open_KeyOverAnOpenConnection_IsRefusedUnlessAskedFor()
    {
        using var server = new FakeMySql(MySqlLogin.CachingSha2, static (fake, _) => fake.Send(2, [1, 4]));

        var error = Should.Throw<ConnectionLostException>(() => MySqlConnection.Open(server.Options));

        error.Message.ShouldContain("public_key=ask");
        error.ToString().ShouldNotContain("secret");
    }

    [Fact]
    public void Open_PasswordInClearOverAnOpenConnection_IsRefused()
    {
        using var server = new FakeMySql(MySqlLogin.Native,
            static (fake, _) => fake.Send(2, [0xfe, .. Encoding.ASCII.GetBytes("mysql_clear_password\0")]));

        Should.Throw<WireProtocolException>(() => MySqlConnection.Open(server.Options)).Message.ShouldContain("in clear");
    }

    [Fact]
    public void Open_EncryptionRequiredOfAServerWithout_IsRefused()
    {
        using var server = new FakeMySql(MySqlLogin.Native, static (_, _) => { });

        Should.Throw<ConnectionLostException>(() => MySqlConnection.Open(server.Options with { TlsMode = MySqlTlsMode.Required }))
            .Message.ShouldContain("does not support encryption");
    }

    /// <summary>A server may ask for any file when it likes: only the one that was offered is sent.</summary>
    [Fact]
    public void Execute_ServerAsksForAFile_GetsNone()
    {
        using var server = new FakeMySql(MySqlLogin.Native, static (fake, _) =>
        {
            fake.Send(2, Ok);
            fake.Receive();
            fake.Send(1, [251, .. Encoding.ASCII.GetBytes("/etc/passwd")]);
        });
        using var connection = MySqlConnection.Open(server.Options);

        Should.Throw<WireProtocolException>(() => connection.Execute("SELECT 1")).Message.ShouldContain("file");
        connection.IsBroken.ShouldBeTrue();
    }
}
