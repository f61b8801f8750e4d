using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Tests.Endpoints;

/// <summary>The server's side of SCRAM (RFC 5802), written from the RFC and not from the client.</summary>
/// <param name="hash">The hash.</param>
/// <param name="user">The one user.</param>
/// <param name="password">What is kept of the password.</param>
/// <param name="iterations">How often it is hashed.</param>
internal sealed class ScramServer(HashAlgorithmName hash, string user, string password, int iterations)
{
    private readonly byte[] _salt = RandomNumberGenerator.GetBytes(16);
    private string _clientFirst = string.Empty;
    private string _serverFirst = string.Empty;
    private string _nonce = string.Empty;

    /// <summary>Answers the client's first message; null when there is no such user.</summary>
    public string? First(string message)
    {
        _clientFirst = message["n,,".Length..];
        var fields = _clientFirst.Split(',').ToDictionary(f => f[0], f => f[2..]);
        _nonce = fields['r'] + Convert.ToBase64String(RandomNumberGenerator.GetBytes(12));
        _serverFirst = $"r={_nonce},s={Convert.ToBase64String(_salt)},i={iterations}";
        return fields['n'].Replace("=2C", ",", StringComparison.Ordinal).Replace("=3D", "=", StringComparison.Ordinal) == user
            ? _serverFirst : null;
    }

    /// <summary>Answers the client's final message; null when the password is wrong.</summary>
    public string? Final(string message)
    {
        string withoutProof = message[..message.LastIndexOf(",p=", StringComparison.Ordinal)];
        byte[] proof = Convert.FromBase64String(message[(withoutProof.Length + 3)..]);
        byte[] salted = Rfc2898DeriveBytes.Pbkdf2(Encoding.UTF8.GetBytes(password), _salt, iterations, hash, proof.Length);
        byte[] stored = CryptographicOperations.HashData(hash, Keyed(salted, "Client Key"));
        string exchange = $"{_clientFirst},{_serverFirst},{withoutProof}";
        byte[] signature = Keyed(stored, exchange);
        for (int i = 0; i < proof.Length; i++)
        {
            signature[i] ^= proof[i];
        }

        bool isRight = CryptographicOperations.HashData(hash, signature).AsSpan().SequenceEqual(stored)
            && withoutProof == $"c=biws,r={_nonce}";
        return isRight ? $"v={Convert.ToBase64String(Keyed(Keyed(salted, "Server Key"), exchange))}" : null;
    }

    private byte[] Keyed(byte[] key, string text) => CryptographicOperations.HmacData(hash, key, Encoding.UTF8.GetBytes(text));
}
