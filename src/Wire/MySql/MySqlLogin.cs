using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>What is answered to a server that wants to know who we are, for each of its plug-ins. No input or output.</summary>
internal static class MySqlLogin
{
    public const string Native = "mysql_native_password";
    public const string CachingSha2 = "caching_sha2_password";
    public const string Ed25519 = "client_ed25519";
    public const string Clear = "mysql_clear_password";

    /// <summary>Plug-ins that look at who is at the other end of a Unix socket, and ask nothing.</summary>
    private static readonly string[] OfSocket = ["auth_socket", "unix_socket", ""];

    /// <summary>The first answer.</summary>
    /// <param name="plugin">The plug-in.</param>
    /// <param name="nonce">What the server sent for it.</param>
    /// <param name="password">The password; empty for none.</param>
    /// <param name="isSecret">Whether nobody can listen: encrypted, or a Unix socket.</param>
    /// <returns>The bytes; null where the plug-in is not known.</returns>
    /// <exception cref="WireProtocolException">The password would have to be sent in clear.</exception>
    public static byte[]? Answer(string plugin, ReadOnlySpan<byte> nonce, string password, bool isSecret)
    {
        byte[] secret = Encoding.UTF8.GetBytes(password);
        try
        {
            return plugin switch
            {
                Native => secret.Length == 0 ? [] : NativeProof(secret, nonce[..20]),
                CachingSha2 => secret.Length == 0 ? [] : Sha2Proof(secret, nonce[..20]),
                Ed25519 => MySql.Ed25519.Sign(secret, nonce[..32]),
                Clear when isSecret => [.. secret, 0],
                Clear => throw new WireProtocolException(
                    "The server wants the password in clear (mysql_clear_password) over an open connection: encrypt it, or use a Unix socket."),
                _ => OfSocket.Contains(plugin, StringComparer.Ordinal) ? [] : null,
            };
        }
        catch (ArgumentOutOfRangeException e)
        {
            throw new WireProtocolException($"The server sent too few random bytes for {plugin}.", e);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(secret);
        }
    }

    /// <summary>The password for <c>caching_sha2_password</c> where the server does not remember it, under the server's key.</summary>
    /// <param name="pem">The server's public key.</param>
    /// <param name="nonce">What the server sent.</param>
    /// <param name="password">The password.</param>
    public static byte[] Encrypt(string pem, ReadOnlySpan<byte> nonce, string password)
    {
        byte[] secret = [.. Encoding.UTF8.GetBytes(password), 0];
        for (int i = 0; i < secret.Length; i++)
        {
            secret[i] ^= nonce[i % nonce.Length];
        }

        try
        {
            using var key = RSA.Create();
            key.ImportFromPem(pem);
            return key.Encrypt(secret, RSAEncryptionPadding.OaepSHA1);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            throw new WireProtocolException($"The server's public key cannot be used: {e.Message}", e);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(secret);
        }
    }

#pragma warning disable CA5350 // The protocol's own: SHA1(password) XOR SHA1(nonce, SHA1(SHA1(password))).
    private static byte[] NativeProof(byte[] password, ReadOnlySpan<byte> nonce)
    {
        byte[] once = SHA1.HashData(password);
        return Xor(once, SHA1.HashData([.. nonce, .. SHA1.HashData(once)]));
    }
#pragma warning restore CA5350

    /// <summary>SHA256(password) XOR SHA256(SHA256(SHA256(password)), nonce).</summary>
    private static byte[] Sha2Proof(byte[] password, ReadOnlySpan<byte> nonce)
    {
        byte[] once = SHA256.HashData(password);
        return Xor(once, SHA256.HashData([.. SHA256.HashData(once), .. nonce]));
    }

    private static byte[] Xor(byte[] a, byte[] b)
    {
        for (int i = 0; i < a.Length; i++)
        {
            a[i] ^= b[i];
        }

        return a;
    }
}
