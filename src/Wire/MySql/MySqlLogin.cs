using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.MySql;

/// <summary>
/// Computes the client's answers to the server's authentication plug-ins. <see cref="MySqlHandshake"/> calls it during the login.
/// It does no input or output, and never answers with a password in clear on a connection that others can read.
/// </summary>
internal static class MySqlLogin
{
    public const string Native = "mysql_native_password";
    public const string CachingSha2 = "caching_sha2_password";
    public const string Ed25519 = "client_ed25519";
    public const string Clear = "mysql_clear_password";

    /// <summary>Plug-ins that identify the user by the Unix socket's peer and expect an empty answer.</summary>
    private static readonly string[] OfSocket = ["auth_socket", "unix_socket", ""];

    /// <summary>The first answer to a plug-in; null if the plug-in is not supported.</summary>
    /// <param name="plugin">The plug-in's name.</param>
    /// <param name="nonce">Random bytes from the server.</param>
    /// <param name="password">The password; empty for none.</param>
    /// <param name="isSecret">Whether others cannot read the connection: it is encrypted, or a Unix socket.</param>
    /// <exception cref="WireProtocolException">
    /// The plug-in needs the password in clear over an unencrypted connection, or the server sent too few random bytes.
    /// </exception>
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
                    "The server requires the password in clear (mysql_clear_password) over an unencrypted connection: encrypt "
                    + "it, or use a Unix socket."),
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

    /// <summary>
    /// The password encrypted with the server's key, for <c>caching_sha2_password</c> when the server does not have it in its
    /// cache.
    /// </summary>
    /// <param name="pem">The server's public key, PEM.</param>
    /// <param name="nonce">Random bytes from the server.</param>
    /// <param name="password">The password in clear.</param>
    /// <exception cref="WireProtocolException">The server's public key cannot be used.</exception>
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
