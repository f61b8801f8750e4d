using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Mongo.Endpoint;

/// <summary>The server's side of SCRAM (RFC 5802), written from the RFC and not from the client.</summary>
internal sealed class ScramServer(HashAlgorithmName hash, string user, string password, int iterations)
{
    private readonly byte[] _salt = RandomNumberGenerator.GetBytes(16);
    private string _clientFirst = string.Empty;
    private string _serverFirst = string.Empty;
    private string _nonce = string.Empty;

    /// <summary>Answers the client's first message.</summary>
    public string? First(string message)
    {
        _clientFirst = message["n,,".Length..];
        var fields = _clientFirst.Split(',').ToDictionary(f => f[0], f => f[2..]);
        _nonce = fields['r'] + Convert.ToBase64String(RandomNumberGenerator.GetBytes(12));
        _serverFirst = $"r={_nonce},s={Convert.ToBase64String(_salt)},i={iterations}";
        return fields['n'].Replace("=2C", ",", StringComparison.Ordinal).Replace("=3D", "=", StringComparison.Ordinal) == user ? _serverFirst : null;
    }

    /// <summary>Answers the client's final message; null when the password is wrong.</summary>
    public string? Final(string message)
    {
        string withoutProof = message[..message.LastIndexOf(",p=", StringComparison.Ordinal)];
        byte[] proof = Convert.FromBase64String(message[(withoutProof.Length + 3)..]);
        byte[] salted = Rfc2898DeriveBytes.Pbkdf2(Encoding.UTF8.GetBytes(Kept()), _salt, iterations, hash, proof.Length);
        byte[] stored = CryptographicOperations.HashData(hash, CryptographicOperations.HmacData(hash, salted, "Client Key"u8.ToArray()));
        byte[] exchange = Encoding.UTF8.GetBytes($"{_clientFirst},{_serverFirst},{withoutProof}");
        byte[] signature = CryptographicOperations.HmacData(hash, stored, exchange);
        for (int i = 0; i < proof.Length; i++)
        {
            signature[i] ^= proof[i];
        }

        bool isRight = CryptographicOperations.HashData(hash, signature).AsSpan().SequenceEqual(stored) && withoutProof == $"c=biws,r={_nonce}";
        byte[] ours = CryptographicOperations.HmacData(hash, CryptographicOperations.HmacData(hash, salted, "Server Key"u8.ToArray()), exchange);
        return isRight ? $"v={Convert.ToBase64String(ours)}" : null;
    }

#pragma warning disable CA5351 // MongoDB's SCRAM-SHA-1 keeps this of a password.
    private string Kept() => hash == HashAlgorithmName.SHA1
        ? Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes($"{user}:mongo:{password}")))
        : password;
#pragma warning restore CA5351
}
