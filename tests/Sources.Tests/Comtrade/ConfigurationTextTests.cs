using System.Text;
using DbIngest.Sources.Comtrade;

namespace DbIngest.Sources.Tests.Comtrade;

/// <summary>The character set of a configuration, told by its bytes.</summary>
public sealed class ConfigurationTextTests
{
    [Theory]
    [InlineData(866, "cp866", "1,Ia,A,,А,1,0\n2,Ua,A,,В,1,0\n")]
    [InlineData(1251, "cp1251", "1,Ia,A,,А,1,0\n2,Ua,A,,В,1,0\n")]
    [InlineData(866, "cp866", "1,I,А,,кА,1,0\n2,U,В,,кВ,1,0\n3,f,,,Гц,1,0\n")]
    [InlineData(1251, "cp1251", "1,I,А,,кА,1,0\n2,U,В,,кВ,1,0\n3,f,,,Гц,1,0\n")]
    [InlineData(866, "cp866", "ПС Восточная,1,1999\n1,Ток фазы А,А,,А,1,0\n")]
    [InlineData(1252, "cp1252", "Umspannwerk Süd,1,1999\n1,I phase à côté,A,,A,1,0\n2,Öl °C,,,°C,1,0\n3,x,,,µV,1,0\n")]
    [InlineData(1252, "cp1252", "Poste – est,1,1999\n1,I,A,,€,1,0\n2,T,,,é,1,0\n3,T,,,°,1,0\n")]
    [InlineData(936, "gbk", "变电站,1,1999\n1,A相电压,A,主变,V,1,0\n2,低压侧零序电流越限告警,A,,A,1,0\n")]
    public void Decode_ShortTexts_InTheirCharacterSet(int codePage, string name, string text)
    {
        byte[] bytes = CodePagesEncodingProvider.Instance.GetEncoding(codePage)!.GetBytes(text);
        ConfigurationText.Decode(bytes, out string encoding).ShouldBe(text);
        encoding.ShouldBe(name);
    }
}
